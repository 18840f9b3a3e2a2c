/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.frame.KeyBytes;
import io.hbasesearch.core.rowkey.value.BytePattern;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A prefix of keys, as far as the predicates determine it.
 *
 * @param any positions with an arbitrary byte
 * @param bound the values that were chosen for fields so far
 */
record Branch(ByteArray bytes, BitSet any, Map<String, KeyValue> bound) {
    static final Branch EMPTY = new Branch(ByteArray.empty(), new BitSet(), Map.of());

    Branch {
        bound = Map.copyOf(bound);
    }

    Branch plus(ByteArray more) {
        return new Branch(KeyBytes.concat(bytes, more), any, bound);
    }

    Branch plus(BytePattern more) {
        BitSet all = (BitSet) any.clone();
        more.any().stream().forEach(position -> all.set(bytes.length() + position));
        return new Branch(KeyBytes.concat(bytes, more.bytes()), all, bound);
    }

    /** Appends unknown bytes. */
    Branch plusAny(int width) {
        BitSet all = new BitSet();
        all.set(0, width);
        return plus(new BytePattern(ByteArray.wrap(new byte[width]), all));
    }

    Branch binding(String field, KeyValue value) {
        Map<String, KeyValue> more = new LinkedHashMap<>(bound);
        more.put(field, value);
        return new Branch(bytes, any, more);
    }

    boolean hasGap() {
        return !any.isEmpty();
    }

    /** Returns the bytes before the first arbitrary one. */
    ByteArray prefix() {
        return hasGap() ? KeyBytes.first(bytes, any.nextSetBit(0)) : bytes;
    }

    /** Returns the pattern without trailing arbitrary bytes. */
    BytePattern pattern() {
        int end = bytes.length();
        while (end > 0 && any.get(end - 1)) {
            end--;
        }
        return new BytePattern(KeyBytes.first(bytes, end), any.get(0, end));
    }
}
