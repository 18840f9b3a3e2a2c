/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What one logger says from INFO on, and nowhere else, as long as this is open. */
final class CapturedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger;

    private CapturedLog(Logger logger) {
        this.logger = logger;
    }

    static CapturedLog of(String name) {
        CapturedLog captured = new CapturedLog((Logger) LoggerFactory.getLogger(name));
        captured.start();
        captured.logger.setLevel(Level.INFO);
        captured.logger.setAdditive(false);
        captured.logger.addAppender(captured);
        return captured;
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(event.getFormattedMessage());
    }

    List<String> lines() {
        return lines;
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setLevel(null);
        logger.setAdditive(true);
        stop();
    }
}
