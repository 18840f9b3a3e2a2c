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
        return "the definition of index " + index
                + " has changed, and the index goes on with the one that it was made by:" + " hbase-search reindex "
                + index + " --rebuild puts it into effect";
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
