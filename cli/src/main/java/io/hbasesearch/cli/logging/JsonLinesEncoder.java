/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.logging;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import io.hbasesearch.cli.output.Json;
import io.hbasesearch.core.config.Redaction;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Encodes a log line as one JSON object, without secrets, for log collectors; named in logback.xml. Logback serializes calls.
 */
public final class JsonLinesEncoder extends EncoderBase<ILoggingEvent> {
    private static final byte[] NOTHING = {};

    private final ThrowableProxyConverter throwables = new ThrowableProxyConverter();

    @Override
    public void start() {
        throwables.start();
        super.start();
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("time", event.getInstant().toString());
        line.put("level", event.getLevel().toString());
        line.put("thread", event.getThreadName());
        line.put("logger", event.getLoggerName());
        line.put("message", Redaction.redact(event.getFormattedMessage()));
        if (event.getThrowableProxy() != null) {
            line.put("stack_trace", Redaction.redact(throwables.convert(event)));
        }
        return (Json.line(line) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
