/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.event.RowPartition;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableRoutesTest {
    @Test
    void readsWhatItWrites() {
        String text = "default:mail=1/4;ns:a.b-c=12/8";

        assertThat(TableRoutes.parse(text).toString()).isEqualTo(text);
        assertThat(TableRoutes.parse(" mail=1/4 ; ns:a.b-c=12/8; ").toString()).isEqualTo(text);
        assertThat(TableRoutes.parse("").asMap()).isEmpty();
    }

    @Test
    void namesTopicAndPartitionByEpochAndCount() {
        TableRoute route = TableRoutes.parse("ns:t=2/8").of("ns:t");

        assertThat(route.topicName()).isEqualTo("hbase-search.ns.t.e2");
        byte[] row = Bytes.toBytes("some row");
        assertThat(route.partitionOf(row)).isEqualTo(RowPartition.of(row, 8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mail",
                "mail=1",
                "mail=0/4",
                "mail=1/0",
                "mail=40000/4",
                "a:b:c=1/1",
                "mail=1/4;mail=2/4",
                "mail=-1/4"
            })
    void refusesWhatIsNoRoute(String text) {
        assertThatThrownBy(() -> TableRoutes.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
