/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.indexer.pipeline.source.DecodedEvent;
import io.hbasesearch.indexer.pipeline.source.EventDecoder;
import io.hbasesearch.indexer.pipeline.source.EventSource;
import io.hbasesearch.indexer.pipeline.source.MisplacedEvents;
import io.hbasesearch.indexer.pipeline.source.OffsetTracker;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns the result of one poll into work: tracks every event, decodes it, combines the events of a row, and submits everything. For
 * the polling thread.
 */
final class Intake {
    private final int epoch;
    private final EventDecoder decoder;
    private final OffsetTracker tracker;
    private final InFlight inFlight;
    private final Pipeline pipeline;
    private final BulkLoads bulkLoads;
    private final MisplacedEvents misplaced;

    Intake(PipelineContext context, OffsetTracker tracker, InFlight inFlight, Pipeline pipeline, BulkLoads bulkLoads) {
        this.epoch = context.metadata().epoch();
        this.decoder = new EventDecoder(
                context.index(),
                context.definition().table(),
                context.metadata().partitions(),
                context.definition().columns(),
                new ChangedBuckets(context.definition())::of);
        this.misplaced = new MisplacedEvents(
                context.index(),
                context.definition().table(),
                context.metadata().partitions());
        this.tracker = tracker;
        this.inFlight = inFlight;
        this.pipeline = pipeline;
        this.bulkLoads = bulkLoads;
    }

    void accept(EventSource.Polled polled) {
        Coalescer rows = new Coalescer(epoch);
        List<UnreadableWork> unreadable = new ArrayList<>(0);
        int changes = 0;
        for (SourceEvent event : polled.events()) {
            OffsetTracker.Ticket ticket = tracker.track(event.partition(), event.offset(), event.leaderEpoch());
            DecodedEvent decoded = decoder.decode(event);
            if (decoded instanceof DecodedEvent.RowChanged changed) {
                misplaced.sound(changed.writeMillis() > 0);
                if (changed.buckets().isEmpty()) {
                    pipeline.metrics().unmapped.increment();
                    ticket.acknowledge();
                } else {
                    rows.add(changed.row(), changed.buckets(), event, ticket, changed.writeMillis());
                    changes++;
                }
            } else if (decoded instanceof DecodedEvent.Unreadable poison) {
                if (poison.isMisplaced()) {
                    misplaced.found(event);
                }
                unreadable.add(new UnreadableWork(event, ticket, poison.row(), poison.elsewhere(), poison.message()));
            } else if (decoded instanceof DecodedEvent.BulkLoaded load) {
                bulkLoads.take(load, event.partition(), ticket);
            } else {
                // A marker needs no work.
                ticket.acknowledge();
                pipeline.metrics().markers.increment();
            }
        }
        polled.next().forEach(tracker::passed);
        handOver(rows.work(), changes, unreadable);
    }

    private void handOver(List<RowWork> work, int changes, List<UnreadableWork> unreadable) {
        pipeline.metrics().edits.add(changes);
        pipeline.metrics().coalesced.add(changes - work.size());
        pipeline.metrics().unreadable.add(unreadable.size());
        long bytes = 0;
        for (RowWork row : work) {
            bytes += row.bytes();
        }
        inFlight.addEvents(changes, bytes);
        pipeline.submit(work);
        if (!unreadable.isEmpty()) {
            unreadable.forEach(poison -> inFlight.addEvents(1, poison.event().bytes()));
            pipeline.submitUnreadable(unreadable);
        }
    }
}
