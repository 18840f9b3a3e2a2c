/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

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
 * The properties of the producer that a peer's configuration asks for: small defaults for a guest in a RegionServer, then
 * the properties file, then the peer's own, then what may not be changed.
 */
final class ProducerProperties {
    /** Beside an event's bytes: its key, which is at most 32,767 bytes, and the record's frame. */
    private static final int RECORD_OVERHEAD = 64 << 10;

    private static final int FEW_PARTITIONS = 32;

    /** As Kafka's own sources write it. Put together here, as relocation rewrites every constant of this form. */
    private static final String KAFKA_PACKAGE = String.join(".", "org", "apache", "kafka", "");

    private ProducerProperties() {}

    /**
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
     * Kafka's 16 KB are a dozen edits; a producer sends several times as many a second in batches of 256 KB. Of 32 partitions all have
     * room for one in half of the buffer, of 256 for one of 64 KB. There are two sizes only, as peers with the same properties share a
     * producer.
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

    /** Class names within values - login modules, callback handlers - are where this jar has Kafka's classes. */
    static String relocate(String value) {
        String here = ProducerConfig.class.getName();
        String prefix = here.substring(0, here.length() - "clients.producer.ProducerConfig".length());
        // A value that names our package already is left as it is.
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
