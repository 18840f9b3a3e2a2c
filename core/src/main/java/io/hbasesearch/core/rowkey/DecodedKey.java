/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey;

import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The result of decoding a row key: its values, or the reason why it cannot be read. */
public sealed interface DecodedKey {
    /**
     * @param variant the name of the key's layout
     * @param values of the fields, in the order of the key
     */
    record Readable(String variant, Map<String, KeyValue> values) implements DecodedKey {
        public Readable {
            Objects.requireNonNull(variant, "variant");
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }
    }

    /** @param reason why the key does not fit each variant; never bytes of the key */
    record Unreadable(String reason) implements DecodedKey {
        public Unreadable {
            Objects.requireNonNull(reason, "reason");
        }
    }
}
