/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.config.PortableConfiguration;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Markers;
import io.hbasesearch.indexer.reindex.ReindexJson;
import io.hbasesearch.indexer.reindex.ReindexRequest;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.Task;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;

/**
 * What travels from the driver to the tasks. Everybody can read a job's configuration, so our own, which has passwords in it, goes
 * with the job's credentials. For one thread.
 */
final class JobSettings {
    private static final String PREFIX = "hbasesearch.reindex.";
    private static final String INDEX = PREFIX + "index";
    private static final String INDEX_ID = PREFIX + "index.id";
    private static final String REQUEST = PREFIX + "request";
    private static final String RANGES = PREFIX + "ranges";
    private static final String REPORTS = PREFIX + "reports";
    private static final String MARKERS = PREFIX + "markers";
    private static final String SNAPSHOT = PREFIX + "snapshot";
    private static final String RESTORED = PREFIX + "snapshot.directory";
    private static final Text SECRET = new Text("hbase-search.configuration");

    private final Configuration configuration;

    private JobSettings(Configuration configuration) {
        this.configuration = configuration;
    }

    /** @param configuration of a job; is written to */
    static JobSettings of(Configuration configuration) {
        return new JobSettings(configuration);
    }

    /** A snapshot that is open for reading, and the markers that it was taken after. */
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

    /** @param task of one task */
    void work(Selection selection, Limits task, List<KeyRange> ranges, Path reports) {
        configuration.set(
                REQUEST, new String(ReindexJson.write(ReindexRequest.start(Task.inPlace(selection, task))), UTF_8));
        List<String> texts = new ArrayList<>();
        ranges.forEach(range -> texts.add(text(range.start()) + ":" + text(range.stop())));
        configuration.setStrings(RANGES, texts.toArray(String[]::new));
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
        return ReindexJson.request(required(REQUEST).getBytes(UTF_8));
    }

    List<KeyRange> ranges() {
        List<KeyRange> ranges = new ArrayList<>();
        for (String text : configuration.getTrimmedStrings(RANGES)) {
            int middle = text.indexOf(':');
            ranges.add(new KeyRange(key(text.substring(0, middle)), key(text.substring(middle + 1))));
        }
        return List.copyOf(ranges);
    }

    /** Where tasks say what became of them. */
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
