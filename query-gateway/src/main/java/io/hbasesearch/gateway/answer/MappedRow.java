/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.Row;
import org.jspecify.annotations.Nullable;

/**
 * A fetched row and the document that the index definition maps it to.
 *
 * @param document empty if the row cannot be mapped, or is left out
 * @param unmappable the reason; null if there is a document
 */
public record MappedRow(Row row, Document document, @Nullable String unmappable) {}
