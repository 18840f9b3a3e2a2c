/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey;

import io.hbasesearch.core.model.RowKey;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The row keys for some values, or what is missing to tell them. */
public sealed interface EncodedKey {
    /** @param keys at least one; more where a salt is drawn at random, which values do not tell */
    record Complete(String variant, List<RowKey> keys) implements EncodedKey {
        public Complete {
            keys = List.copyOf(keys);
        }
    }

    /** @param missing the fields that each variant needs besides */
    record Incomplete(Map<String, Set<String>> missing) implements EncodedKey {
        public Incomplete {
            missing = Map.copyOf(missing);
        }
    }
}
