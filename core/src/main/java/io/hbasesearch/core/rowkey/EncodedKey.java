/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey;

import io.hbasesearch.core.model.RowKey;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The result of encoding values: the row keys, or the missing fields. */
public sealed interface EncodedKey {
    /** @param keys at least one; several if a salt is random, because values do not determine it */
    record Complete(String variant, List<RowKey> keys) implements EncodedKey {
        public Complete {
            keys = List.copyOf(keys);
        }
    }

    /** @param missing the further fields that each variant needs */
    record Incomplete(Map<String, Set<String>> missing) implements EncodedKey {
        public Incomplete {
            missing = Map.copyOf(missing);
        }
    }
}
