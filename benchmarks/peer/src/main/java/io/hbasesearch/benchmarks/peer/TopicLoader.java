/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;
import org.elasticsearch.spark.rdd.Metadata;
import org.elasticsearch.spark.rdd.api.java.JavaEsSpark;
import scala.Tuple2;

/**
 * From a topic into Elasticsearch by Spark's Structured Streaming and Elastic's own connector: everything that is there, with a
 * checkpoint, so that nothing is lost. Keys are ids, values are documents, and the external version is the record's offset:
 * what is read twice changes nothing. Nothing is parsed or mapped. Owns its session. For one thread.
 */
final class TopicLoader implements AutoCloseable {
    /** More than it has cores, as a task waits for each of its requests, and more than a sweep tries. */
    private static final int MOST_TASKS = 128;

    private final String bootstrapServers;
    private final Target target;
    private final Path checkpoints;
    private final SparkSession spark;

    TopicLoader(String bootstrapServers, Target target, Path checkpoints) {
        this.bootstrapServers = bootstrapServers;
        this.target = target;
        this.checkpoints = checkpoints;
        this.spark = SparkSession.builder()
                .master("local[" + MOST_TASKS + "]")
                .appName("peer")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.local.dir", checkpoints.toString())
                .config(
                        "spark.sql.warehouse.dir",
                        checkpoints.resolve("warehouse").toString())
                .getOrCreate();
    }

    /**
     * Returns when all is acknowledged and the checkpoint is written.
     *
     * @param batch documents in a request
     * @param tasks requests at a time
     * @param bytes of a document, on average
     */
    void load(String topic, String index, int batch, int tasks, int bytes) throws Exception {
        Map<String, String> settings = target.settings(batch, bytes);
        Path checkpoint = newCheckpoint();
        Dataset<Row> records = spark.readStream()
                .format("kafka")
                .option("kafka.bootstrap.servers", bootstrapServers)
                .option("kafka.max.poll.records", "5000")
                .option("subscribe", topic)
                .option("startingOffsets", "earliest")
                // Otherwise a task for each partition of the topic; it has no say if there are more of those.
                .option("minPartitions", Integer.toString(tasks))
                .load()
                // The connector takes ids for JSON where documents are.
                .selectExpr("concat('\"', CAST(key AS STRING), '\"')", "offset + 1", "value");
        records.writeStream()
                .option("checkpointLocation", checkpoint.toString())
                // One batch of everything: the fewest checkpoints that there can be.
                .trigger(Trigger.AvailableNow())
                .foreachBatch((Dataset<Row> rows, Long number) -> {
                    JavaRDD<Row> read = rows.javaRDD();
                    JavaEsSpark.saveToEsWithMeta(
                            documents(read.getNumPartitions() > tasks ? read.coalesce(tasks) : read), index, settings);
                })
                .start()
                .awaitTermination();
    }

    private Path newCheckpoint() throws IOException {
        return Files.createTempDirectory(checkpoints, "checkpoint");
    }

    private static JavaPairRDD<Map<Metadata, Object>, byte[]> documents(JavaRDD<Row> rows) {
        return rows.mapToPair(row -> new Tuple2<>(
                Map.of(Metadata.ID, row.getString(0), Metadata.VERSION, row.getLong(1)), row.<byte[]>getAs(2)));
    }

    @Override
    public void close() {
        spark.stop();
    }
}
