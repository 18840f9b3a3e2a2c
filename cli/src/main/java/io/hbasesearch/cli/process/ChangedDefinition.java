/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;

/** Whether an index still is what its definition says. Stateless. */
public final class ChangedDefinition {
    private ChangedDefinition() {}

    /** What whoever reads the index tells: it goes on as it is. */
    static String warning(String index) {
        return "index " + index + " was made by another definition than the one that this process has read, and goes on"
                + " with that: if it was built anew since, restart this process; else hbase-search reindex " + index
                + " --rebuild puts the changed one into effect";
    }

    /** @throws HBaseSearchException INDEX_INCOMPATIBLE if the index was created with another definition, for who would fill it */
    public static void refuseInPlace(IndexDefinition definition, IndexMetadata metadata) {
        metadata.requireTable(definition);
        if (!metadata.isMadeBy(definition)) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "the definition of index " + definition.name()
                            + " has changed since the index was created: its documents cannot be changed in place",
                    "Have a new physical index made: hbase-search reindex " + definition.name()
                            + " --rebuild. Or take the change back.",
                    null);
        }
    }
}
