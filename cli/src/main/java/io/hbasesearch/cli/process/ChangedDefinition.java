/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.kafka.Remedies;

/** Whether an index still is what its definition says. Stateless. */
public final class ChangedDefinition {
    private ChangedDefinition() {}

    /** @throws HBaseSearchException INDEX_INCOMPATIBLE if the index was created with another definition */
    public static void refuse(IndexDefinition definition, IndexMetadata metadata) {
        if (!metadata.definitionHash().equals(definition.hash())
                || !metadata.table().equals(definition.table())) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "the definition of index " + definition.name() + " has changed since the index was created",
                    "Take the change back, or: " + Remedies.createAnew(definition.name()),
                    null);
        }
    }

    /** As {@link #refuse}, for who would fill the index that there is. */
    public static void refuseInPlace(IndexDefinition definition, IndexMetadata metadata) {
        try {
            refuse(definition, metadata);
        } catch (HBaseSearchException e) {
            throw new HBaseSearchException(
                    e.code(),
                    String.valueOf(e.getMessage()) + ": its documents cannot be changed in place",
                    "Build a new index beside the old one: hbase-search reindex " + definition.name()
                            + " --rebuild. Or take the change back.",
                    e);
        }
    }
}
