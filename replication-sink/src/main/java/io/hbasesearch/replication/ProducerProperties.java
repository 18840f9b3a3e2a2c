/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import io.hbasesearch.replication.settings.InvalidSinkConfigException;
import io.hbasesearch.replication.settings.ProducerRules;
import io.hbasesearch.replication.settings.SinkConfig;
import io.hbasesearch.replication.settings.TableRoute;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Builds the producer's properties for a peer. The order is: small defaults for a guest in a RegionServer, then the properties file, then
 * the peer's own properties, then the fixed ones.
 */
final class ProducerProperties {
    /** Bytes beside the event: its key, which is at most 32,767 bytes, and the record's frame. */
    private static final int RECORD_OVERHEAD = 64 << 10;

    private static final int FEW_PARTITIONS = 32;

    /** Package of Kafka's own classes. Joined here, because relocation rewrites every constant of this form. */
    private static final String KAFKA_PACKAGE = String.join(".", "org", "apache", "kafka", "");

    private ProducerProperties() {}

    /**
     * Builds the properties.
     *
     * @throws InvalidSinkConfigException naming what the properties file may not set
     * @throws IOException if there should be a properties file and it cannot be read
     */
    static Map<String, Object> of(SinkConfig config) throws InvalidSinkConfigException, IOException {
        Map<String, Object> properties = defaults(config);
        if (config.propertiesFile().isPresent()) {
            put(properties, read(config.propertiesFile().get()));
        }
        put(properties, config.kafkaProperties());
        properties.putAll(ProducerRules.FIXED);
        properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers());
        return properties;
    }

    private static Map<String, Object> defaults(SinkConfig config) {
        int largestRequest = Math.max(1 << 20, config.maxEventBytes() + RECORD_OVERHEAD);
        Map<String, Object> defaults = new HashMap<>();
        defaults.put(ProducerConfig.BUFFER_MEMORY_CONFIG, Long.toString(Math.max(16L << 20, 2L * largestRequest)));
        defaults.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.toString(largestRequest));
        defaults.put(ProducerConfig.BATCH_SIZE_CONFIG, Integer.toString(batchBytes(config)));
        defaults.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, "5000");
        defaults.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "30000");
        defaults.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "10000");
        defaults.put(ProducerConfig.LINGER_MS_CONFIG, "3");
        defaults.put(CommonClientConfigs.METADATA_RECOVERY_STRATEGY_CONFIG, "rebootstrap");
        return defaults;
    }

    /**
     * Returns the batch size. Kafka's 16 KB hold a dozen edits; a producer sends several times as many per second in batches of 256 KB.
     * Half of the buffer has room for a batch of 256 KB for each of 32 partitions, or for one of 64 KB for each of 256. There are only two
     * sizes, because peers with the same properties share a producer.
     */
    private static int batchBytes(SinkConfig config) {
        int partitions = config.tables().asMap().values().stream()
                .mapToInt(TableRoute::partitions)
                .sum();
        return partitions <= FEW_PARTITIONS ? 256 << 10 : 64 << 10;
    }

    private static void put(Map<String, Object> properties, Map<String, String> added) {
        added.forEach((key, value) -> properties.put(key, relocate(value)));
    }

    /** Rewrites class names in values (login modules, callback handlers) to the packages that this jar uses for Kafka's classes. */
    static String relocate(String value) {
        String here = ProducerConfig.class.getName();
        String prefix = here.substring(0, here.length() - "clients.producer.ProducerConfig".length());
        // A value that already has the relocated package is left unchanged.
        return value.contains(prefix) ? value : value.replace(KAFKA_PACKAGE, prefix);
    }

    private static Map<String, String> read(String file) throws InvalidSinkConfigException, IOException {
        Properties read = new Properties();
        try (Reader reader = Files.newBufferedReader(Paths.get(file), StandardCharsets.UTF_8)) {
            read.load(reader);
        } catch (IllegalArgumentException e) {
            // Its message may quote the line, and with it a secret.
            throw new IOException(SinkConfig.PROPERTIES_FILE.key() + ": " + file + " is not a properties file");
        } catch (IOException e) {
            throw new IOException(SinkConfig.PROPERTIES_FILE.key() + ": cannot read " + file + " on this server", e);
        }
        List<String> problems = new ArrayList<>();
        Map<String, String> properties = new HashMap<>();
        for (String property : read.stringPropertyNames()) {
            try {
                ProducerRules.check(property, read.getProperty(property));
                properties.put(property, read.getProperty(property));
            } catch (IllegalArgumentException e) {
                problems.add(property + " in " + file + " " + e.getMessage());
            }
        }
        if (!problems.isEmpty()) {
            throw new InvalidSinkConfigException(problems);
        }
        return properties;
    }
}
