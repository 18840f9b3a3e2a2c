/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import java.util.List;

/**
 * Description of an index.
 *
 * @param keyFormat {@code text} or {@code binary}
 * @param complete whether rows that existed before the index are in it
 * @param note what an incomplete index lacks; null otherwise
 * @param documents rows that a search can find; null, like the other numbers, if the backend did not return them
 * @param createdAt in ISO 8601
 */
public record IndexInfo(
        String name,
        String table,
        String keyFormat,
        boolean complete,
        String note,
        Long documents,
        Long deletedStubs,
        Long failedStubs,
        Long bytes,
        String createdAt,
        String physicalName,
        int epoch,
        int partitions,
        List<Field> fields) {
    public IndexInfo {
        fields = List.copyOf(fields);
    }

    /**
     * @param column null for fields of the row key, and for those that come from no single column
     * @param analyzer null unless it is a text field
     */
    public record Field(String name, String type, String column, boolean searchedByDefault, String analyzer) {}
}
