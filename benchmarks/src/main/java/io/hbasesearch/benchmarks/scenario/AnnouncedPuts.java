/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.benchmarks.load.MailTable;
import io.hbasesearch.benchmarks.site.MeasuredSite;
import io.hbasesearch.benchmarks.site.Peer;
import io.hbasesearch.benchmarks.site.SilentPeer;
import io.hbasesearch.benchmarks.site.Topic;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.Table;

/**
 * Puts into a table whose peers come and go, never two at a time; the rows are written over and over, so that the table stays as it
 * is. {@link #put} is for any thread, the rest for one.
 */
final class AnnouncedPuts implements AutoCloseable {
    private final MailRows rows;
    private final int number;
    private final TestTable table;
    private final Topic topic;
    private final Peer peer;
    private final SilentPeer silent;
    private final AtomicInteger next = new AtomicInteger();
    private To announced = To.TOPIC;
    /** What had arrived before the peer came. */
    private long arrivedBefore;

    /** How many rows had been put before the peer came. */
    private long putsBefore;

    /** Where puts are announced. */
    enum To {
        /** There is no peer. */
        NOBODY,
        /** To an endpoint that throws everything away. */
        NOTHING,
        /** By the shipped endpoint. */
        TOPIC
    }

    private AnnouncedPuts(MailRows rows, int number, TestTable table, Topic topic, Peer peer, SilentPeer silent) {
        this.rows = rows;
        this.number = number;
        this.table = table;
        this.topic = topic;
        this.peer = peer;
        this.silent = silent;
    }

    static AnnouncedPuts prepare(Run run, String name) throws Exception {
        MailRows rows = new MailRows(run.options().documentBytes());
        TestTable table = MailTable.create(run.servers().connection(), name);
        MeasuredSite site = MeasuredSite.create(run, name, MeasuredSite.Backend.ELASTICSEARCH);
        site.announce(run.options().partitions());
        Peer peer = Peer.existing(run.servers().connection(), name);
        return new AnnouncedPuts(
                rows,
                run.options().rows(),
                table,
                site.topic(),
                peer,
                SilentPeer.like(peer, run.directory().resolve("handed-over")));
    }

    /** Returns when HBase has acknowledged it. */
    void put() throws IOException {
        int count = next.getAndIncrement();
        try (Table open = table.open()) {
            open.put(rows.put(Math.floorMod(count, number), count / number));
        }
    }

    /** From now on puts are announced there and nowhere else. */
    void announce(To wanted) throws Exception {
        if (wanted != announced) {
            peer.remove();
            silent.peer().remove();
            announced = wanted;
            switch (wanted) {
                case NOBODY -> {}
                case NOTHING -> begin(silent.peer());
                case TOPIC -> begin(peer);
            }
        }
        awaitAnnounced();
    }

    private void begin(Peer added) throws IOException {
        added.add();
        arrivedBefore = arrived();
        putsBefore = next.get();
        // Until the first one is announced HBase may still be starting the endpoint.
        put();
    }

    private long arrived() {
        return switch (announced) {
            case NOBODY -> 0;
            case NOTHING -> silent.handedOver().entries();
            case TOPIC -> topic.events();
        };
    }

    /** Waits until every put has arrived where it is announced. */
    void awaitAnnounced() throws InterruptedException {
        long expected = arrivedBefore + next.get() - putsBefore;
        switch (announced) {
            case NOBODY -> {}
            case NOTHING -> silent.handedOver().await(expected, FilledTopic.LIMIT);
            case TOPIC -> topic.await(expected, FilledTopic.LIMIT);
        }
    }

    @Override
    public void close() {
        topic.close();
    }
}
