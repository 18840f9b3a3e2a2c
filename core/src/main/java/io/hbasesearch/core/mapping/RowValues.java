/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.Map;

/**
 * What fields take their values from. For one thread.
 *
 * @param keyText the whole row key
 * @param keyFields what the key's parts say; empty if nothing is declared of them
 * @param json what was read of its cells
 */
record RowValues(Row row, String keyText, Map<String, KeyValue> keyFields, ParsedJson json) {
    RowValues(Row row, String keyText, Map<String, KeyValue> keyFields) {
        this(row, keyText, keyFields, new ParsedJson());
    }
}
