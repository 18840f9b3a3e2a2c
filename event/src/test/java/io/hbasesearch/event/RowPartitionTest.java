/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RowPartitionTest {
    /** Expected values from Kafka's own test of its default partitioner's hash. */
    @Test
    void hashesAsKafkaDoes() {
        assertThat(RowPartition.murmur2("21".getBytes(UTF_8))).isEqualTo(-973932308);
        assertThat(RowPartition.murmur2("foobar".getBytes(UTF_8))).isEqualTo(-790332482);
        assertThat(RowPartition.murmur2("a-little-bit-long-string".getBytes(UTF_8)))
                .isEqualTo(-985981536);
        assertThat(RowPartition.murmur2("lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8".getBytes(UTF_8)))
                .isEqualTo(-58897971);
        assertThat(RowPartition.murmur2(new byte[] {'a', 'b', 'c'})).isEqualTo(479470107);
    }

    @Test
    void staysWithinThePartitions() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(RowPartition.of(Integer.toString(i).getBytes(UTF_8), 7)).isBetween(0, 6);
        }
    }
}
