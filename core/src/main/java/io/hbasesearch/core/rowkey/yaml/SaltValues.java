/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.yaml;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Parses the values of a salt in a specification. */
final class SaltValues {
    private static final String TO = "..";
    private static final int MOST = 65_536;

    private SaltValues() {}

    /**
     * @param item a value, or a range of numbers such as {@code 00..19}
     * @throws IllegalArgumentException with the reason if the item is invalid
     */
    static List<ByteArray> of(String item, KeyValueCodec codec) {
        int to = item.indexOf(TO);
        if (to < 0) {
            return List.of(ByteArray.wrap(codec.encode(codec.parse(item))));
        }
        if (!(codec.parse(item.substring(0, to)) instanceof KeyValue.Whole first)
                || !(codec.parse(item.substring(to + TO.length())) instanceof KeyValue.Whole last)) {
            throw new IllegalArgumentException("from" + TO + "to is for numbers: write the type");
        }
        List<ByteArray> salts = new ArrayList<>();
        for (BigInteger salt = first.number(); salt.compareTo(last.number()) <= 0; salt = salt.add(BigInteger.ONE)) {
            if (salts.size() == MOST) {
                throw new IllegalArgumentException("there are more than " + MOST);
            }
            salts.add(ByteArray.wrap(codec.encode(new KeyValue.Whole(salt))));
        }
        return salts;
    }
}
