/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import java.util.Objects;

/**
 * Row keys from {@code start} (inclusive) to {@code stop} (exclusive); empty bounds are open.
 */
public record KeyRange(ByteArray start, ByteArray stop) {
    private static final KeyRange ALL = new KeyRange(ByteArray.empty(), ByteArray.empty());

    public KeyRange {
        Objects.requireNonNull(start, "start");
        Objects.requireNonNull(stop, "stop");
    }

    public static KeyRange all() {
        return ALL;
    }
}
