/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.system.ServerAddresses;
import io.hbasesearch.system.Site;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * An installation at its default settings over one table of messages, whose index has the table's name and is made anew for
 * each measurement. For one thread.
 */
public final class MeasuredSite {
    private final Site site;
    private final ServerAddresses addresses;

    private MeasuredSite(Site site, ServerAddresses addresses) {
        this.site = site;
        this.addresses = addresses;
    }

    /** Which index it has. */
    public enum Backend {
        ELASTICSEARCH,
        LUCENE
    }

    public static MeasuredSite create(Run run, String table, Backend backend) throws IOException {
        return create(run, table, backend, run.servers().addresses());
    }

    /** Over Elasticsearch, which it reaches by a relay. */
    public static MeasuredSite through(URI relay, Run run, String table) throws IOException {
        return create(
                run, table, Backend.ELASTICSEARCH, run.servers().addresses().withElasticsearch(relay));
    }

    private static MeasuredSite create(Run run, String table, Backend backend, ServerAddresses addresses)
            throws IOException {
        Path directory = run.directory().resolve("site-" + table);
        Site site = Site.withDefinition(addresses, directory, table, MailRows.definition(table));
        // An open loop that catches up after a moment in which all stood still is not to be refused.
        replace(site.config(), "gateway:\n", "gateway:\n  admission: {waiting: 256, maxWait: 10s}\n");
        if (backend == Backend.LUCENE) {
            String embedded = "backend: lucene\n  lucene:\n    directory: " + directory.resolve("lucene");
            replace(site.config(), "backend: elasticsearch", embedded);
        }
        return new MeasuredSite(site, addresses);
    }

    private static void replace(Path file, String part, String other) throws IOException {
        String text = Files.readString(file);
        if (!text.contains(part)) {
            throw new IllegalStateException("the configuration has no '" + part + "' any more");
        }
        Files.writeString(file, text.replace(part, other));
    }

    /** Edits of the table, from now on: by a peer of the table's name. */
    public void announce(int partitions) {
        site.run(
                0,
                "peer",
                "add",
                "--peer-id",
                index(),
                "--table",
                index(),
                "--partitions",
                Integer.toString(partitions),
                "--replication-factor",
                "1",
                "--set-scope");
    }

    /** Takes the peer away. */
    public void silence() {
        site.run(0, "peer", "remove", "--peer-id", index(), "--yes");
    }

    /** The table's, there once it is announced. The caller closes it. */
    public Topic topic() {
        return new Topic(
                addresses.bootstrapServers(),
                TopicName.of("default", index(), 1).toString());
    }

    public String index() {
        return site.index();
    }

    public Site site() {
        return site;
    }

    public void createIndex() {
        site.run(0, "index", "create", index());
    }

    public void deleteIndex() {
        site.run(0, "index", "delete", index(), "--with-dead-letters", "--yes");
    }

    public Configuration configuration() {
        return Configuration.read(site.config(), Map.of());
    }

    public IndexDefinition definition() {
        return configuration().definition(index());
    }
}
