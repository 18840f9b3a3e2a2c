/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SinkConfigTest {
    private static final Map<String, String> LEAST = Map.of(
            "hbase-search.kafka.bootstrap.servers", "one:9092,two:9092",
            "hbase-search.tables", "default:mail=1/4;ns:t=2/8");

    @Test
    void needsBrokersAndTablesAndHasDefaultsForTheRest() throws Exception {
        SinkConfig config = SinkConfig.parse(LEAST);

        assertThat(config.bootstrapServers()).isEqualTo("one:9092,two:9092");
        assertThat(config.tables().asMap()).containsOnlyKeys("default:mail", "ns:t");
        assertThat(config.payload()).isEqualTo(PayloadLevel.EDITS);
        assertThat(config.maxEventBytes()).isEqualTo(900_000);
        assertThat(config.barrier()).isEqualTo(BarrierMode.REGION);
        assertThat(config.settleDelayMillis()).isEqualTo(1_000);
        assertThat(config.propertiesFile()).isEmpty();
    }

    @Test
    void reportsAllProblemsAtOnce() {
        InvalidSinkConfigException e = invalid(Map.of(
                "hbase-search.tables", "mail",
                "hbase-search.payload", "everything",
                "hbase-search.max.event.bytes", "12",
                "hbase-search.barrier", "off",
                "hbase-search.settle.delay.ms", "soon",
                "hbase-search.kafka.acks", "1",
                "hbase-search.columns.mail", ":q"));

        assertThat(e.problems()).hasSize(8);
        assertThat(e.getMessage())
                .contains("hbase-search.kafka.bootstrap.servers is required")
                .contains("'mail' does not have that form")
                .contains("must be one of edits, columns, keys, not 'everything'")
                .contains("must be within 100000 and 536870912 bytes, not 12")
                .contains("must be one of region, settle, unsafe-off, not 'off'")
                .contains("must be a whole number of milliseconds, not 'soon'")
                .contains("hbase-search.kafka.acks must be all")
                .contains("hbase-search.columns.mail must be a list");
    }

    @Test
    void suggestsWhatAMisspeltKeyMeans() {
        assertThat(invalid(with("hbase-search.payloads", "keys")).getMessage())
                .contains("hbase-search.payloads is not a setting of this version; did you mean hbase-search.payload?");
    }

    @Test
    void leavesKeysOfOthersAlone() throws Exception {
        assertThat(SinkConfig.parse(with("hbase.replication.source.x", "1")).kafkaProperties())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "acks, 0",
        "enable.idempotence, false",
        "enable.metrics.push, true",
        "compression.type, zstd",
        "compression.type, lz4",
        "compression.type, snappy",
        "partitioner.class, x.Y",
        "key.serializer, x.Y",
        "transactional.id, x"
    })
    void refusesProducerPropertiesThatEndangerEditsOrTheServer(String property, String value) {
        assertThat(invalid(with("hbase-search.kafka." + property, value)).problems())
                .singleElement()
                .asString()
                .startsWith("hbase-search.kafka." + property);
    }

    @Test
    void passesOtherProducerPropertiesOn() throws Exception {
        assertThat(SinkConfig.parse(with("hbase-search.kafka.security.protocol", "SSL"))
                        .kafkaProperties())
                .containsExactly(Map.entry("security.protocol", "SSL"));
    }

    @Test
    void keepsSecretsOutOfItsText() throws Exception {
        Map<String, String> settings = with("hbase-search.kafka.sasl.jaas.config", "login password=hunter2;");
        settings.put("hbase-search.kafka.ssl.keystore.key", "-----hunter2");
        settings.put("hbase-search.kafka.ssl.truststore.password", "hunter2");
        settings.put("hbase-search.kafka.linger.ms", "9");

        assertThat(SinkConfig.parse(settings).toString())
                .doesNotContain("hunter2")
                .contains("sasl.jaas.config=[redacted]", "linger.ms=9");
    }

    @Test
    void keepsSecretsOutOfItsProblems() {
        Map<String, String> settings = with("hbase-search.kafka.sasl.jaas.config", "login password=hunter2;");
        settings.put("hbase-search.payload", "x");

        assertThat(invalid(settings).getMessage()).doesNotContain("hunter2");
    }

    @Test
    void isDocumentedInTheReadme() throws Exception {
        String readme = Files.readString(Path.of("README.md"));

        for (Setting<?> setting : SinkConfig.settings()) {
            assertThat(readme).contains("| `" + setting.key() + "` | " + setting.type() + " |");
        }
    }

    private static Map<String, String> with(String key, String value) {
        Map<String, String> settings = new HashMap<>(LEAST);
        settings.put(key, value);
        return settings;
    }

    /** A peer that was given more by an earlier version goes on: what is larger loses its values, as ever. */
    @Test
    void noEventIsLargerThanIndexersTakeInOneAnswer() throws Exception {
        assertThat(SinkConfig.parse(with(SinkConfig.MAX_EVENT_BYTES.key(), "536870912"))
                        .maxEventBytes())
                .isEqualTo(90 << 20);
    }

    private static InvalidSinkConfigException invalid(Map<String, String> settings) {
        return catchThrowableOfType(InvalidSinkConfigException.class, () -> SinkConfig.parse(settings));
    }
}
