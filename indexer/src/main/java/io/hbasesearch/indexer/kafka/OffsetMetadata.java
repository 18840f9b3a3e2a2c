/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What goes with every committed offset: which index it belongs to. {@code hbase-search/1 index=<uuid>}. */
record OffsetMetadata(UUID index) {
    private static final Pattern TEXT = Pattern.compile("hbase-search/1 index=([0-9a-fA-F-]{36})(?: .*)?");

    OffsetMetadata {
        Objects.requireNonNull(index, "index");
    }

    /** Empty if the text is none of ours: somebody else has committed. */
    static Optional<OffsetMetadata> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new OffsetMetadata(UUID.fromString(matcher.group(1))));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return "hbase-search/1 index=" + index;
    }
}
