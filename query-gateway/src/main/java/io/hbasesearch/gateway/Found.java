/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.model.RowKey;
import org.jspecify.annotations.Nullable;

/**
 * A row of a page.
 *
 * @param version of the document that matched; null if the table answered
 * @param score null if the table answered
 * @param row as HBase has it now; null if it was not read
 */
record Found(
        RowKey key,
        @Nullable Long version,
        @Nullable Float score,
        @Nullable MappedRow row) {}
