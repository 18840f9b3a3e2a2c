/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.config.PortableConfiguration;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Markers;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.run.ReindexJson;
import io.hbasesearch.indexer.reindex.run.ReindexRequest;
import io.hbasesearch.indexer.reindex.run.Task;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.security.Credentials;

/**
 * The data that the driver passes to the tasks. A job's configuration is readable by everyone, so our own configuration, which
 * contains passwords, and everything that contains row keys are passed with the job's credentials. For one thread.
 */
final class JobSettings {
    private static final String PREFIX = "hbasesearch.reindex.";
    private static final String INDEX = PREFIX + "index";
    private static final String INDEX_ID = PREFIX + "index.id";
    private static final Text REQUEST = new Text("hbase-search.request");
    private static final Text RANGES = new Text("hbase-search.ranges");
    private static final char NEXT = ',';
    private static final String REPORTS = PREFIX + "reports";
    private static final String MARKERS = PREFIX + "markers";
    private static final String SNAPSHOT = PREFIX + "snapshot";
    private static final String RESTORED = PREFIX + "snapshot.directory";
    private static final Text SECRET = new Text("hbase-search.configuration");

    private final Configuration configuration;
    private final Credentials credentials;

    private JobSettings(Configuration configuration, Credentials credentials) {
        this.configuration = configuration;
        this.credentials = credentials;
    }

    /** @param job is written to, before it is submitted */
    static JobSettings of(JobContext job) {
        return new JobSettings(job.getConfiguration(), job.getCredentials());
    }

    /** A snapshot that is open for reading, with the markers that it was taken after. */
    record Snapshot(String name, Path restored, Markers markers) {}

    void index(String name, UUID id) {
        configuration.set(INDEX, name);
        configuration.set(INDEX_ID, id.toString());
    }

    String index() {
        return required(INDEX);
    }

    UUID indexId() {
        return UUID.fromString(required(INDEX_ID));
    }

    /** @param task the limits of one task */
    void work(Selection selection, Limits task, List<KeyRange> ranges, Path reports) {
        credentials.addSecretKey(REQUEST, ReindexJson.write(ReindexRequest.start(Task.inPlace(selection, task))));
        StringBuilder texts = new StringBuilder();
        ranges.forEach(range -> texts.append(text(range.start()))
                .append(':')
                .append(text(range.stop()))
                .append(NEXT));
        credentials.addSecretKey(RANGES, texts.toString().getBytes(UTF_8));
        configuration.set(REPORTS, reports.toString());
    }

    Limits limits() {
        return request().task().limits();
    }

    Selection selection(KeyRange range) {
        Selection all = request().task().selection();
        return new Selection(range, all.since(), all.until(), all.where());
    }

    private ReindexRequest request() {
        return ReindexJson.request(secret(REQUEST));
    }

    List<KeyRange> ranges() {
        List<KeyRange> ranges = new ArrayList<>();
        String texts = new String(secret(RANGES), UTF_8);
        for (int at = 0; at < texts.length(); at = texts.indexOf(NEXT, at) + 1) {
            int middle = texts.indexOf(':', at);
            ranges.add(new KeyRange(
                    key(texts.substring(at, middle)), key(texts.substring(middle + 1, texts.indexOf(NEXT, at)))));
        }
        return List.copyOf(ranges);
    }

    /** Returns the directory in which tasks report their results. */
    Path reports() {
        return new Path(required(REPORTS));
    }

    void snapshot(Snapshot snapshot) {
        configuration.set(SNAPSHOT, snapshot.name());
        configuration.set(RESTORED, snapshot.restored().toString());
        configuration.set(MARKERS, new String(ReindexJson.write(snapshot.markers()), UTF_8));
    }

    Optional<Snapshot> snapshot() {
        String name = configuration.get(SNAPSHOT);
        return name == null
                ? Optional.empty()
                : Optional.of(new Snapshot(
                        name,
                        new Path(required(RESTORED)),
                        ReindexJson.markers(required(MARKERS).getBytes(UTF_8))));
    }

    static void configuration(Credentials credentials, PortableConfiguration ours) {
        credentials.addSecretKey(SECRET, ours.bytes());
    }

    static PortableConfiguration configuration(Credentials credentials) {
        return new PortableConfiguration(Objects.requireNonNull(
                credentials.getSecretKey(SECRET), "the job's credentials hold no configuration"));
    }

    private byte[] secret(Text key) {
        return Objects.requireNonNull(credentials.getSecretKey(key), key.toString());
    }

    private String required(String key) {
        return Objects.requireNonNull(configuration.getRaw(key), key);
    }

    private static String text(ByteArray key) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(key.unsafeBytes());
    }

    private static ByteArray key(String text) {
        return ByteArray.wrap(Base64.getUrlDecoder().decode(text));
    }
}
