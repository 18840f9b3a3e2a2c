/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RowKeysTest {
    private final RowKeys keys = new RowKeys();

    @Test
    void noKeyComesTwice() {
        Set<String> texts = new HashSet<>();
        keys.all().forEach(key -> assertThat(texts.add(Bytes.toStringBinary(key)))
                .as(Bytes.toStringBinary(key))
                .isTrue());
    }

    @Test
    void everyByteValueBeginsAndEndsAKey() {
        Set<Byte> first = new HashSet<>();
        Set<Byte> last = new HashSet<>();
        keys.all().forEach(key -> {
            first.add(key[0]);
            last.add(key[key.length - 1]);
        });
        assertThat(first).hasSize(256);
        assertThat(last).hasSize(256);
    }

    @Test
    void someKeysAreLongerThanADocumentIdHolds() {
        assertThat(keys.all())
                .anyMatch(key -> key.length == 384)
                .filteredOn(key -> key.length > 384)
                .hasSizeGreaterThan(5);
    }
}
