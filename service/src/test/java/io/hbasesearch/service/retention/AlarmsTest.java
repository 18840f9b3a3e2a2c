/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service.retention;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.CheckResult;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class AlarmsTest {
    private final Map<String, DoubleSupplier> gauges = new HashMap<>();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(Alarms.class);
    private Instant now = Instant.EPOCH;
    private final Alarms alarms = new Alarms(new Gauges(), new TestClock());

    @BeforeEach
    void listen() {
        logger.setLevel(Level.INFO);
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(log);
    }

    @Test
    void anAlarmIsAGaugeAndAWarningInTheHealthForAsLongAsItLasts() {
        report("p", Optional.empty());
        assertThat(alarms.check()).isEqualTo(CheckResult.healthy());
        assertThat(gauges.get("p").getAsDouble()).isZero();

        report("p", Optional.of("Peer p is behind."));
        report("q", Optional.of("Peer q, too."));
        assertThat(alarms.check()).isEqualTo(CheckResult.warning("Peer p is behind. Peer q, too."));
        assertThat(alarms.check().ok()).isTrue();
        assertThat(gauges.get("p").getAsDouble()).isEqualTo(1);

        report("p", Optional.empty());
        assertThat(alarms.check()).isEqualTo(CheckResult.warning("Peer q, too."));
        assertThat(gauges.get("p").getAsDouble()).isZero();
    }

    @Test
    void whatIsNoMoreRaisesNoAlarm() {
        report("p", Optional.of("Peer p is behind."));
        alarms.keepOnly(Alarms.Kind.KAFKA_HEADROOM, List.of());
        assertThat(alarms.check()).isNotEqualTo(CheckResult.healthy());

        alarms.keepOnly(Alarms.Kind.WAL_BACKLOG, List.of("q"));
        assertThat(alarms.check()).isEqualTo(CheckResult.healthy());
    }

    @Test
    void theLogTellsOfItOnceAnHourAndOfItsEnd() {
        for (int second = 0; second < 3_700; second += 30) {
            now = Instant.EPOCH.plusSeconds(second);
            report("p", Optional.of("It is " + second));
        }
        report("p", Optional.empty());
        report("p", Optional.empty());

        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "alarm wal_backlog of p: It is 0",
                        "alarm wal_backlog of p: It is 3600",
                        "alarm wal_backlog of p is over");
    }

    private void report(String object, Optional<String> message) {
        alarms.report(Alarms.Kind.WAL_BACKLOG, object, message);
    }

    private final class TestClock extends Clock {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    /** Gauges by the value of their last tag. */
    private final class Gauges implements Metrics {
        @Override
        public Counter counter(String name, String help, String... tags) {
            return Metrics.none().counter(name, help, tags);
        }

        @Override
        public Timer timer(String name, String help, String... tags) {
            return Metrics.none().timer(name, help, tags);
        }

        @Override
        public <T> void gauge(String name, String help, T target, ToDoubleFunction<T> value, String... tags) {
            gauges.put(tags[tags.length - 1], () -> value.applyAsDouble(target));
        }
    }
}
