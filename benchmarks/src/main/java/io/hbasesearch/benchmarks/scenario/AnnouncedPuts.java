/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.benchmarks.load.MailTable;
import io.hbasesearch.benchmarks.site.MeasuredSite;
import io.hbasesearch.benchmarks.site.Peer;
import io.hbasesearch.benchmarks.site.Topic;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.Table;

/**
 * Puts into a table whose peer comes and goes; the rows are written over and over, so that the table stays as it is. {@link
 * #put} is for any thread, the rest for one.
 */
final class AnnouncedPuts implements AutoCloseable {
    private final MailRows rows;
    private final int number;
    private final TestTable table;
    private final Topic topic;
    private final Peer peer;
    private final AtomicInteger next = new AtomicInteger();
    private boolean announced = true;
    /** Events before the peer came, and puts before it did. */
    private long eventsBefore;

    private long putsBefore;

    private AnnouncedPuts(MailRows rows, int number, TestTable table, Topic topic, Peer peer) {
        this.rows = rows;
        this.number = number;
        this.table = table;
        this.topic = topic;
        this.peer = peer;
    }

    static AnnouncedPuts prepare(Run run, String name) throws Exception {
        MailRows rows = new MailRows(run.options().documentBytes());
        TestTable table = MailTable.create(run.servers().connection(), name);
        MeasuredSite site = MeasuredSite.create(run, name, MeasuredSite.Backend.ELASTICSEARCH);
        site.announce(run.options().partitions());
        return new AnnouncedPuts(
                rows,
                run.options().rows(),
                table,
                site.topic(),
                new Peer(run.servers().connection(), name));
    }

    /** Returns when HBase has acknowledged it. */
    void put() throws IOException {
        int count = next.getAndIncrement();
        try (Table open = table.open()) {
            open.put(rows.put(Math.floorMod(count, number), count / number));
        }
    }

    /** From now on puts are announced, or are not. */
    void announce(boolean wanted) throws Exception {
        if (wanted && !announced) {
            peer.add();
            eventsBefore = topic.events();
            putsBefore = next.get();
            // Until the first one is announced HBase may still be starting the endpoint.
            put();
        }
        announced = wanted;
        if (wanted) {
            awaitAnnounced();
        } else {
            peer.remove();
        }
    }

    /** Waits until every put is in the topic, if they are announced. */
    void awaitAnnounced() throws InterruptedException {
        if (announced) {
            topic.await(eventsBefore + next.get() - putsBefore, FilledTopic.LIMIT);
        }
    }

    @Override
    public void close() {
        topic.close();
    }
}
