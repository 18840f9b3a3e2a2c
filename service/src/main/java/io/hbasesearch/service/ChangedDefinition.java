/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.IndexMetadata;

/** Warns if an index no longer matches its definition. Stateless. */
public final class ChangedDefinition {
    private ChangedDefinition() {}

    /** Returns the warning of a process that reads the index: it keeps using the old definition. */
    static String warning(IndexMetadata metadata, IndexDefinition configured) {
        return metadata.table().equals(configured.table())
                ? metadata.documentsChanged(configured)
                : metadata.tableChanged(configured);
    }
}
