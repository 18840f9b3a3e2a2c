/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.load;

import io.hbasesearch.benchmarks.baseline.BulkFile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Topics of whole documents, for those who do not read rows again. Stateless. */
public final class JsonTopic {
    private JsonTopic() {}

    /** Makes a topic and fills it with the first documents: ids as keys, sources as values. */
    public static void create(String bootstrapServers, String topic, int partitions, BulkFile documents, int number)
            throws IOException, ExecutionException, InterruptedException {
        // Without sequence numbers: in a topic that was just made they went astray, and records were refused until they
        // expired.
        Map<String, Object> settings = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                false,
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.LINGER_MS_CONFIG,
                5);
        try (Admin admin = Admin.create(Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
                KafkaProducer<String, byte[]> producer =
                        new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
            admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
                    .all()
                    .get();
            AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
            for (int i = 0; i < number; i++) {
                BulkFile.Entry document = documents.entry(i);
                var unused = producer.send(
                        new ProducerRecord<>(topic, document.id(), document.source()),
                        (sent, problem) -> failure.compareAndSet(null, problem));
            }
            producer.flush();
            Exception first = failure.get();
            if (first != null) {
                throw new IOException("a document was not sent", first);
            }
        }
    }
}
