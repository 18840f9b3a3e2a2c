/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicSettingsTest {
    private static final short REPLICATION = 3;
    private static final Topics.Topic TOPIC = new Topics.Topic("topic", "id", 4, REPLICATION);

    @Test
    void aTopicThatWeCreateHasNoProblems() {
        assertThat(TopicSettings.problems(TOPIC, config(TopicSettings.ofTable(REPLICATION))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG + ", true",
        TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG + ", 1",
        TopicConfig.MAX_MESSAGE_BYTES_CONFIG + ", 999999",
        TopicConfig.MAX_MESSAGE_BYTES_CONFIG + ", 100663296",
        TopicConfig.RETENTION_MS_CONFIG + ", 3600000",
        TopicConfig.RETENTION_BYTES_CONFIG + ", 1000000",
        TopicConfig.CLEANUP_POLICY_CONFIG + ", compact",
    })
    void eachSettingThatMayLoseEventsIsNamed(String setting, String value) {
        Map<String, String> settings = new HashMap<>(TopicSettings.ofTable(REPLICATION));
        settings.put(setting, value);
        assertThat(TopicSettings.problems(TOPIC, config(settings)))
                .singleElement()
                .asString()
                .startsWith(setting);
    }

    @Test
    void fewerThanThreeReplicasAreNamed() {
        Topics.Topic single = new Topics.Topic("topic", "id", 4, 1);
        assertThat(TopicSettings.problems(single, config(TopicSettings.ofTable((short) 1))))
                .singleElement()
                .asString()
                .startsWith("replication factor 1");
    }

    private static Config config(Map<String, String> settings) {
        return new Config(settings.entrySet().stream()
                .map(setting -> new ConfigEntry(setting.getKey(), setting.getValue()))
                .toList());
    }
}
