/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicNameTest {
    @Test
    void firstEpochHasNoSuffix() {
        assertThat(TopicName.of("default", "mail", 1)).hasToString("hbase-search.default.mail");
        assertThat(TopicName.of("default", "mail", 2)).hasToString("hbase-search.default.mail.e2");
    }

    @Test
    void noTwoTablesOrEpochsShareATopic() {
        Map<String, String> seen = new HashMap<>();
        for (String table : new String[] {"t", "t.e1", "t.e2", "t.e2.e1", "t.e2.e2", "t.e", "t.ex", "t.e02"}) {
            for (int epoch = 1; epoch <= 3; epoch++) {
                String name = TopicName.of("ns", table, epoch).toString();
                assertThat(seen.put(name, table + " in epoch " + epoch))
                        .as(name)
                        .isNull();
                TopicName parsed = TopicName.parse(name);
                assertThat(parsed.table()).isEqualTo(table);
                assertThat(parsed.epoch()).isEqualTo(epoch);
            }
        }
    }

    @Test
    void refusesWhatKafkaWouldRefuse() {
        assertThatThrownBy(() -> TopicName.of("ns", new String(new char[240]).replace("\0", "t"), 1))
                .hasMessageContaining("Kafka allows 249");
        assertThatThrownBy(() -> TopicName.of("ns", "t", 40_000)).hasMessageContaining("32767");
        assertThatThrownBy(() -> TopicName.parse("orders")).hasMessageContaining("not the topic of a table");
    }
}
