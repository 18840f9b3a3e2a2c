/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Defines names in Elasticsearch. Users search the alias, which is the index's own name; documents are written to a physical
 * index whose name is never reused, so that a writer that outlives its index finds nothing to write to.
 */
final class IndexNames {
    /** The prefix of everything that is ours: one index template and one set of privileges cover it. */
    static final String PREFIX = "hbase-search-";

    /** The index template that forbids Elasticsearch to create an index of ours on a write. */
    static final String TEMPLATE = "hbase-search";

    static final String EVERY_PHYSICAL_INDEX = PREFIX + "*";

    private static final Pattern INDEX = Pattern.compile("[a-z][a-z0-9_-]*");
    private static final int UNIQUE_LENGTH = 8;
    private static final Pattern UNIQUE = Pattern.compile("[0-9a-f]{" + UNIQUE_LENGTH + "}");

    private IndexNames() {}

    /**
     * Returns whether this can be the name of an index: anything else, especially wildcards, must not reach a request's path.
     */
    static boolean isIndex(String name) {
        return INDEX.matcher(name).matches();
    }

    static String physical(String index, UUID uuid) {
        return PREFIX + index + "-" + uuid.toString().substring(0, UNIQUE_LENGTH);
    }

    /** Matches the index's physical indexes, and those of indexes with a name that starts with it. */
    static String physicalPattern(String index) {
        return PREFIX + index + "-*";
    }

    /** Returns whether {@link #physical} builds such names for this index. */
    static boolean isPhysical(String index, String name) {
        String begin = PREFIX + index + "-";
        return name.startsWith(begin)
                && UNIQUE.matcher(name.substring(begin.length())).matches();
    }
}
