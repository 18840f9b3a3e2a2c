/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.catalog;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexMetadata;
import java.util.Objects;

/**
 * An index that can be searched.
 *
 * @param definition of the generation that is searched, whatever the configuration says
 * @param metadata of the generation, as of now: whether the index is complete is read from it for every answer
 * @param searcher of that generation; stays open while it is offered, and a little longer; the gateway does not close it
 */
public record SearchableIndex(IndexDefinition definition, IndexMetadata metadata, DocumentSearcher searcher) {
    public SearchableIndex {
        Objects.requireNonNull(definition, "definition");
        Objects.requireNonNull(metadata, "metadata");
        Objects.requireNonNull(searcher, "searcher");
    }
}
