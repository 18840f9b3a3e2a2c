/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.logging;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.hbasesearch.core.config.Redaction;

/** Logback's {@code %msg} without secrets; named in logback.xml. */
public final class RedactingMessageConverter extends MessageConverter {
    @Override
    public String convert(ILoggingEvent event) {
        return Redaction.redact(super.convert(event));
    }
}
