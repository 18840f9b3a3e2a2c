/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The versions of documents that were added since the last refresh, which a look-up in the searcher would therefore miss. There
 * are two generations: a refresh sets the current one aside when it starts and drops it only when the searcher with its
 * documents is in place; documents added meanwhile go to a new generation.
 *
 * <p>Writers of one id exclude each other and add the document before they record it here: so everything in a dropped
 * generation was in the index before the refresh opened its reader. Safe for use by several threads; refreshes exclude each
 * other.
 */
public final class VersionMap {
    /** The memory of an entry in addition to its characters: map node, string, boxed version. */
    private static final int ENTRY_BYTES = 120;

    private volatile Generations generations = new Generations(new Generation(), new Generation());

    OptionalLong get(String id) {
        Generations now = generations;
        Long version = now.current.versions.get(id);
        if (version == null) {
            version = now.old.versions.get(id);
        }
        return version == null ? OptionalLong.empty() : OptionalLong.of(version);
    }

    /** Must be called after the document was added. */
    public void put(String id, long version) {
        Generation current = generations.current;
        if (current.versions.put(id, version) == null) {
            current.bytes.add(ENTRY_BYTES + id.length());
        }
    }

    /** Returns an estimate of the memory of both generations. */
    public long bytes() {
        Generations now = generations;
        return now.current.bytes.sum() + now.old.bytes.sum();
    }

    void beforeRefresh() {
        Generations now = generations;
        if (now.old.versions.isEmpty()) {
            generations = new Generations(new Generation(), now.current);
        }
    }

    /**
     * Must be called only after a successful refresh: a failed one leaves its generation in place, and the next one drops it.
     */
    void afterRefresh() {
        generations = new Generations(generations.current, new Generation());
    }

    private record Generations(Generation current, Generation old) {}

    private static final class Generation {
        final ConcurrentHashMap<String, Long> versions = new ConcurrentHashMap<>();
        final LongAdder bytes = new LongAdder();
    }
}
