/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * An analyzer as the metadata of an index names it. An index keeps the version with which it was created, because its documents were
 * analysed so: {@code cjk@2} is the second version of {@code cjk}, and {@code cjk} the first.
 *
 * @param name as in a definition
 */
public record AnalyzerVersion(String name, int version) {
    private static final String SEPARATOR = "@";

    /** Version 2 finds single characters, and has no English stop words. Names that are missing here are in their first version. */
    private static final Map<String, Integer> CURRENT = Map.of(
            "cjk", 2,
            "cjk_t2s", 2,
            "smartcn", 2,
            "smartcn_t2s", 2,
            "japanese", 2,
            "kuromoji", 2,
            "korean", 2,
            "nori", 2);

    /** Presets whose terms are whole words. {@code smartcn} leaves the stems of English words. */
    private static final Set<String> WHOLE_WORDS = Set.of(
            "standard",
            "folding",
            "simple",
            "stop",
            "whitespace",
            "keyword",
            "cjk",
            "cjk_t2s",
            "japanese",
            "kuromoji",
            "korean",
            "nori",
            "thai");

    public AnalyzerVersion {
        Objects.requireNonNull(name, "name");
        if (version < 1) {
            throw new IllegalArgumentException("versions of analyzers begin at 1: " + version);
        }
    }

    /** Returns the version that a new index uses. */
    public static AnalyzerVersion current(String name) {
        return new AnalyzerVersion(name, CURRENT.getOrDefault(name, 1));
    }

    /** Reads what {@link #stored} wrote. */
    public static AnalyzerVersion parse(String stored) {
        int at = stored.lastIndexOf(SEPARATOR);
        return at > 0 && stored.substring(at + 1).matches("[1-9][0-9]{0,3}")
                ? new AnalyzerVersion(stored.substring(0, at), Integer.parseInt(stored.substring(at + 1)))
                : new AnalyzerVersion(stored, 1);
    }

    public String stored() {
        return version == 1 ? name : name + SEPARATOR + version;
    }

    /** Tells if words are indexed with their endings, so that its terms are words that a person would type. */
    public boolean keepsEndings() {
        return WHOLE_WORDS.contains(name);
    }

    /** Tells if a new index would use a later version. */
    public boolean isFormer() {
        return version < current(name).version;
    }
}
