/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import io.hbasesearch.benchmarks.baseline.BulkFile;
import io.hbasesearch.benchmarks.baseline.Sends;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Topics of whole documents, for those who do not read rows again. Stateless. */
public final class JsonTopic {
    private JsonTopic() {}

    /** Makes a topic and fills it with the first documents: ids as keys, sources as values. */
    public static void create(String bootstrapServers, String topic, int partitions, BulkFile documents, int number)
            throws IOException, ExecutionException, InterruptedException {
        Map<String, Object> settings = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.LINGER_MS_CONFIG,
                5);
        try (Topic made = new Topic(bootstrapServers, topic);
                KafkaProducer<String, byte[]> producer =
                        new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
            made.create(partitions);
            Sends<String, byte[]> sends = new Sends<>(producer);
            for (int i = 0; i < number; i++) {
                BulkFile.Entry document = documents.entry(i);
                sends.send(new ProducerRecord<>(topic, document.id(), document.source()));
            }
            sends.await();
        }
    }
}
