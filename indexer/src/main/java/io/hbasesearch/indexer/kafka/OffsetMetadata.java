/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The metadata of every committed offset: which index it belongs to, and the history of this index. {@code hbase-search/1
 * index=<uuid> history=<word>}.
 *
 * @param history empty if the index has none, and in the offsets that an empty index begins with
 */
record OffsetMetadata(UUID index, Optional<String> history) {
    private static final Pattern TEXT =
            Pattern.compile("hbase-search/1 index=([0-9a-fA-F-]{36})(?: history=(\\w+))?(?: .*)?");

    OffsetMetadata {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(history, "history");
    }

    /** Returns empty if the text is not ours: another program has committed. */
    static Optional<OffsetMetadata> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new OffsetMetadata(UUID.fromString(matcher.group(1)), Optional.ofNullable(matcher.group(2))));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return "hbase-search/1 index=" + index
                + history.map(word -> " history=" + word).orElse("");
    }
}
