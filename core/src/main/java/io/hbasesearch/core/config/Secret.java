/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.util.Objects;

/** A value that must not be shown: {@link #toString()} redacts it. */
public record Secret(String value) {
    private static final String REDACTED = "******";

    public Secret {
        Objects.requireNonNull(value, "value");
    }

    @Override
    public String toString() {
        return REDACTED;
    }
}
