/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ServerTest {
    @Test
    void theyAreListedAsInASentence() {
        assertThat(Server.titles(List.of())).isEmpty();
        assertThat(Server.titles(List.of(Server.HBASE))).isEqualTo("HBase");
        assertThat(Server.titles(List.of(Server.HBASE, Server.ELASTICSEARCH))).isEqualTo("HBase and Elasticsearch");
        assertThat(Server.titles(List.of(Server.values()))).isEqualTo("HBase, Kafka and Elasticsearch");
    }
}
