/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.Map;

/**
 * The sources of a row's field values. For one thread.
 *
 * @param keyText the whole row key
 * @param keyFields the values of the key's parts; empty if none are declared
 * @param json the parsed cells
 */
record RowValues(Row row, String keyText, Map<String, KeyValue> keyFields, ParsedJson json) {
    RowValues(Row row, String keyText, Map<String, KeyValue> keyFields) {
        this(row, keyText, keyFields, new ParsedJson());
    }
}
