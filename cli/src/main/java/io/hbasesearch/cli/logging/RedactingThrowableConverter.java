/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.logging;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.IThrowableProxy;
import io.hbasesearch.core.config.Redaction;

/** Logback's {@code %ex} without secrets; named in logback.xml. */
public final class RedactingThrowableConverter extends ThrowableProxyConverter {
    @Override
    protected String throwableProxyToString(IThrowableProxy proxy) {
        return Redaction.redact(super.throwableProxyToString(proxy));
    }
}
