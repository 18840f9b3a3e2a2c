/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The versions of documents that were added since the last refresh, and that a look-up in the searcher would therefore
 * miss. There are two generations: a refresh sets the newer one aside when it begins and drops it only when the searcher
 * that shows its documents is in place; what is added in between goes to a generation of its own.
 *
 * <p>Writers of one id exclude each other and add the document before they record it here: so whatever a dropped
 * generation held was in the index before the refresh opened its reader. Safe for use by several threads; refreshes exclude
 * each other.
 */
final class VersionMap {
    /** What an entry costs beside its characters: map node, string, boxed version. */
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

    /** To be called after the document was added. */
    void put(String id, long version) {
        Generation current = generations.current;
        if (current.versions.put(id, version) == null) {
            current.bytes.add(ENTRY_BYTES + id.length());
        }
    }

    /** An estimate of the memory that both generations take. */
    long bytes() {
        Generations now = generations;
        return now.current.bytes.sum() + now.old.bytes.sum();
    }

    void beforeRefresh() {
        Generations now = generations;
        if (now.old.versions.isEmpty()) {
            generations = new Generations(new Generation(), now.current);
        }
    }

    /** Only after a refresh that succeeded: a failed one leaves its generation in place, and the next one drops it. */
    void afterRefresh() {
        generations = new Generations(generations.current, new Generation());
    }

    private record Generations(Generation current, Generation old) {}

    private static final class Generation {
        final ConcurrentHashMap<String, Long> versions = new ConcurrentHashMap<>();
        final LongAdder bytes = new LongAdder();
    }
}
