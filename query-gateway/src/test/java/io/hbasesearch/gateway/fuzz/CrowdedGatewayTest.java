/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.fuzz;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gateway in a process of its own goes on for others while thousands of connections send nothing, and hundreds send a body slowly. */
class CrowdedGatewayTest {
    private static final int SECONDS = Integer.getInteger("gateway.crowd.seconds", 300);
    private static final int SEARCHERS = 4;
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration HANG = Duration.ofSeconds(10);
    private static final Duration LATE = Duration.ofSeconds(1);
    private static final String SEARCH =
            "GET /v1/indexes/words/search?q=whale HTTP/1.1\r\nHost: localhost\r\nX-API-Key: " + GatewayChild.KEY
                    + "\r\n\r\n";
    private static final String LIVENESS = "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

    private Path directory;
    private GatewayChild gateway;

    @BeforeEach
    void start() throws IOException {
        directory = Files.createTempDirectory("crowded-gateway");
        gateway = new GatewayChild(directory);
    }

    @AfterEach
    void close() throws IOException {
        gateway.close();
        FuzzedGateway.delete(directory);
    }

    @Test
    void othersHaveTheirAnswersMeanwhile() throws Exception {
        search(Duration.ofSeconds(1));

        // Each has been answered, or it would have failed.
        assertThat(crowd(3_000, addresses(4), 60, Duration.ofSeconds(3), HANG).nanos())
                .isNotEmpty();
    }

    @OnlyWithFaults
    @ParameterizedTest
    @ValueSource(ints = {1, 20})
    void forFiveMinutesTheirSlowestSearchesTakeTwiceAsLongAtMost(int addresses) throws Exception {
        search(Duration.ofSeconds(30));
        Times before = search(Duration.ofSeconds(SECONDS / 5));
        Times during = crowd(5_000, addresses(addresses), 300, Duration.ofSeconds(SECONDS), LATE);

        System.out.printf("from %d addresses: before %s, during %s%n", addresses, before, during);
        assertThat(during.p99()).isLessThanOrEqualTo(before.p99().multipliedBy(2));
    }

    private static List<String> addresses(int count) {
        return IntStream.range(0, count).mapToObj(i -> "127.0.0." + (1 + i)).toList();
    }

    private Times crowd(int count, List<String> from, int bodies, Duration time, Duration late) throws Exception {
        try (HeldConnections silent = new HeldConnections(gateway.port(), count, from, new byte[0], false);
                HeldConnections weak =
                        new HeldConnections(gateway.port(), bodies / 2, from, slowBody(GatewayChild.WEAK_KEY), true);
                HeldConnections reading = new HeldConnections(
                        gateway.port(), bodies - bodies / 2, from, slowBody(GatewayChild.READING_KEY), true)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> silent.open() > count / 4);
            try (Liveness liveness = new Liveness(gateway.operationsPort());
                    Liveness beside = new Liveness(gateway.port())) {
                long cpu = gateway.cpuMillis();
                Times times = search(time);
                System.out.printf(
                        "silent: %d of %d open, %d were closed; bodies: %d of %d open, %d were closed;"
                                + " %d ms of processor time; liveness %s, at the gateway's port %s%n",
                        silent.open(),
                        count,
                        silent.closedByServer(),
                        weak.open() + reading.open(),
                        bodies,
                        weak.closedByServer() + reading.closedByServer(),
                        gateway.cpuMillis() - cpu,
                        liveness.times(),
                        beside.times());
                assertThat(liveness.times().max()).as("liveness").isLessThan(late);
                return times;
            }
        }
    }

    private static byte[] slowBody(String key) {
        return ("POST /v1/indexes/words/search HTTP/1.1\r\nHost: localhost\r\nX-API-Key: " + key
                        + "\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
                .getBytes(US_ASCII);
    }

    /** Half of the searchers keep their connection, the others make a new one for each search. */
    private Times search(Duration time) throws Exception {
        List<Searcher> searchers = new ArrayList<>();
        for (int i = 0; i < SEARCHERS; i++) {
            searchers.add(new Searcher(gateway.port(), i % 2 == 0, time));
        }
        searchers.forEach(Thread::start);
        List<Long> all = new ArrayList<>();
        for (Searcher each : searchers) {
            all.addAll(each.result());
        }
        return new Times(all);
    }

    /** Searches at a steady pace. */
    private static final class Searcher extends Thread {
        private final int port;
        private final boolean keeps;
        private final long untilNanos;
        private final List<Long> nanos = new ArrayList<>();
        private Throwable failure;

        Searcher(int port, boolean keeps, Duration time) {
            super("searcher");
            this.port = port;
            this.keeps = keeps;
            this.untilNanos = System.nanoTime() + time.toNanos();
        }

        @Override
        public void run() {
            try (RawHttp http = new RawHttp(port, HANG)) {
                long next = System.nanoTime();
                while (next - untilNanos < 0) {
                    Thread.sleep(Math.max(0, (next - System.nanoTime()) / 1_000_000));
                    nanos.add(ask(http, SEARCH, keeps));
                    next += PAUSE.toNanos();
                }
            } catch (Throwable e) {
                failure = e;
            }
        }

        List<Long> result() throws InterruptedException {
            join();
            assertThat(failure).isNull();
            return nanos;
        }
    }

    private static long ask(RawHttp http, String request, boolean keeps) throws IOException {
        long began = System.nanoTime();
        assertThat(http.send(request.getBytes(US_ASCII)).map(RawHttp.Response::status))
                .contains(200);
        long took = System.nanoTime() - began;
        if (!keeps) {
            http.close();
        }
        return took;
    }

    /** Asks whether the process lives, once in a second. */
    private static final class Liveness extends Thread implements AutoCloseable {
        private final int port;
        private final List<Long> nanos = new ArrayList<>();
        private Throwable failure;
        private volatile boolean stopped;

        Liveness(int port) {
            super("liveness");
            this.port = port;
            start();
        }

        @Override
        public void run() {
            try (RawHttp http = new RawHttp(port, HANG)) {
                while (!stopped) {
                    nanos.add(ask(http, LIVENESS, false));
                    Thread.sleep(1_000);
                }
            } catch (Throwable e) {
                failure = e;
            }
        }

        Times times() throws InterruptedException {
            close();
            assertThat(failure).isNull();
            return new Times(nanos);
        }

        @Override
        public void close() throws InterruptedException {
            stopped = true;
            join();
        }
    }

    private record Times(List<Long> nanos) {
        private Duration at(double share) {
            long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
            return Duration.ofNanos(sorted[(int) Math.min(sorted.length - 1L, (long) (sorted.length * share))]);
        }

        Duration p99() {
            return at(0.99);
        }

        Duration max() {
            return at(1);
        }

        @Override
        public String toString() {
            return "%d answers, p50 %.1f ms, p99 %.1f ms, most %.1f ms"
                    .formatted(nanos.size(), millis(at(0.5)), millis(p99()), millis(max()));
        }

        private static double millis(Duration time) {
            return time.toNanos() / 1e6;
        }
    }
}
