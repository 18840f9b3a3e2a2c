/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.replication.settings.InvalidSinkConfigException;
import io.hbasesearch.replication.settings.SinkConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProducerPropertiesTest {
    @TempDir
    private Path directory;

    @Test
    void isAModestGuestThatLosesNothing() throws Exception {
        Map<String, Object> properties = ProducerProperties.of(config());

        assertThat(properties)
                .containsEntry("bootstrap.servers", "localhost:1")
                .containsEntry("acks", "all")
                .containsEntry("enable.idempotence", "true")
                .containsEntry("enable.metrics.push", "false")
                .containsEntry("buffer.memory", Integer.toString(16 << 20))
                .containsEntry("max.block.ms", "5000")
                .containsEntry("delivery.timeout.ms", "30000")
                .containsEntry("request.timeout.ms", "10000")
                .containsEntry("linger.ms", "3")
                .containsEntry("batch.size", "262144")
                .doesNotContainKeys("compression.type", "key.serializer");
    }

    @Test
    void everyPartitionHasRoomForABatch() throws Exception {
        assertThat(ProducerProperties.of(config("hbase-search.tables", "a=1/30;b=1/2")))
                .containsEntry("batch.size", "262144");
        assertThat(ProducerProperties.of(config("hbase-search.tables", "a=1/30;b=1/3")))
                .containsEntry("batch.size", "65536");
    }

    @Test
    void suitsKafkasOwnValidation() throws Exception {
        new KafkaProducer<>(ProducerProperties.of(config()), new ByteArraySerializer(), new ByteArraySerializer())
                .close();
    }

    @Test
    void makesRoomForTheLargestEvent() throws Exception {
        Map<String, Object> properties =
                ProducerProperties.of(config("hbase-search.max.event.bytes", Integer.toString(32 << 20)));

        assertThat(Integer.parseInt((String) properties.get("max.request.size")))
                .isGreaterThan((32 << 20) + 32_767);
        assertThat(Long.parseLong((String) properties.get("buffer.memory"))).isGreaterThan(64L << 20);
    }

    @Test
    void readsTheFileBelowThePeersOwnProperties() throws Exception {
        Path file = directory.resolve("kafka.properties");
        Files.writeString(file, "sasl.mechanism=PLAIN\nlinger.ms=50\nssl.truststore.password=s3cret\n");

        Map<String, Object> properties = ProducerProperties.of(
                config("hbase-search.kafka.properties.file", file.toString(), "hbase-search.kafka.linger.ms", "7"));

        assertThat(properties)
                .containsEntry("sasl.mechanism", "PLAIN")
                .containsEntry("ssl.truststore.password", "s3cret")
                .containsEntry("linger.ms", "7");
    }

    @Test
    void refusesAFileThatWouldEndangerEdits() throws Exception {
        Path file = directory.resolve("kafka.properties");
        Files.writeString(file, "acks=0\ncompression.type=zstd\nbootstrap.servers=elsewhere:1\nlinger.ms=1\n");
        SinkConfig config = config("hbase-search.kafka.properties.file", file.toString());

        assertThatThrownBy(() -> ProducerProperties.of(config))
                .isInstanceOf(InvalidSinkConfigException.class)
                .hasMessageContaining("3 problems")
                .hasMessageContaining("acks in " + file);
    }

    @Test
    void namesAFileThatIsMissingOrMalformedWithoutQuotingIt() throws Exception {
        Path file = directory.resolve("kafka.properties");
        SinkConfig config = config("hbase-search.kafka.properties.file", file.toString());
        assertThatThrownBy(() -> ProducerProperties.of(config))
                .hasMessageContaining("hbase-search.kafka.properties.file: cannot read " + file)
                .hasCauseInstanceOf(NoSuchFileException.class);

        Files.writeString(file, "password=\\uhunter2\n");
        assertThatThrownBy(() -> ProducerProperties.of(config))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageNotContaining("hunter2")
                .hasNoCause();
    }

    @Test
    void leavesClassNamesAloneWhereKafkaIsNotRelocated() {
        String login = "org.apache.kafka.common.security.plain.PlainLoginModule required;";

        assertThat(ProducerProperties.relocate(login)).isEqualTo(login);
    }

    private static SinkConfig config(String... keysAndValues) throws InvalidSinkConfigException {
        return SinkConfig.parse(new HashMap<>(FakePeer.validWith(keysAndValues)));
    }
}
