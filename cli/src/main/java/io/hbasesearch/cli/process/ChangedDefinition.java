/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.IndexMetadata;

/** Whether an index still is what its definition says. Stateless. */
public final class ChangedDefinition {
    private ChangedDefinition() {}

    /** What whoever reads the index tells: it goes on as it is. */
    static String warning(IndexMetadata metadata, IndexDefinition configured) {
        return metadata.table().equals(configured.table())
                ? metadata.documentsChanged(configured)
                : metadata.tableChanged(configured);
    }
}
