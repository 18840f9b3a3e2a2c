/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.IndexMetadata;

/** Whether an index still is what its definition says. Stateless. */
public final class ChangedDefinition {
    private ChangedDefinition() {}

    /** What whoever reads the index tells: it goes on as it is. */
    static String warning(IndexMetadata metadata, IndexDefinition configured) {
        String index = metadata.index();
        if (!metadata.table().equals(configured.table())) {
            return metadata.tableChanged(configured);
        }
        return "index " + index + " was made by another definition than the one that this process has read, and goes on"
                + " with that: hbase-search reindex " + index + " --rebuild puts the changed one into effect";
    }
}
