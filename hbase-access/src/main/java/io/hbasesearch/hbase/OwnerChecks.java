/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts rows from the RegionServers that own them, and from no others. HBase fences the log of a RegionServer whose ZooKeeper session
 * has expired, for instance by a long garbage collection, but not its reads: until it learns of its death it answers with rows as they
 * were when it froze, although another server has taken its regions and new edits.
 *
 * <p>A frozen server is silent for at least its session's timeout before it is replaced. So an answer that follows a silence is
 * accepted only if hbase:meta, asked after the answer, still names the same owner; otherwise the rows are read again. Answers of a server
 * that has answered a moment before need no question. A server that lost its session without a silence is not recognised: one that is
 * cut off from ZooKeeper and from the master, but not from this process.
 *
 * <p>Safe for use by several threads.
 */
final class OwnerChecks {
    private static final Logger LOG = LoggerFactory.getLogger(OwnerChecks.class);

    /** Below every session timeout of a RegionServer: 90 s by default, and ZooKeeper grants at least two ticks, 4 s. */
    static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final int MOST_SERVERS = 10_000;

    /** A server that goes on learns of its death with its next report to the master, within 3 s by default. */
    static final long DOUBT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final LongSupplier clock;
    private final Map<String, Heard> servers = new ConcurrentHashMap<>();

    /** @param clock in nanoseconds, as {@link System#nanoTime} */
    OwnerChecks(LongSupplier clock) {
        this.clock = clock;
    }

    /**
     * A region and the server that has it.
     *
     * @param region its name, which is its row key in hbase:meta
     * @param end its end key; empty for the last region
     * @param server host, port and start code
     */
    record Owner(ByteArray region, ByteArray end, String server) {
        boolean isBefore(ByteArray row) {
            return !end.isEmpty() && row.compareTo(end) >= 0;
        }
    }

    /** Finds the owner of a row's region. */
    interface Owners {
        /** The owner as far as the client knows, which is where it reads. */
        Owner known(ByteArray row, Duration timeout);

        /** Returns those of the owners that hbase:meta names, asked after this call. */
        Set<Owner> confirm(Collection<Owner> owners, Duration timeout);

        /** Has the client ask for the region of a row before it reads there again. */
        void relocate(ByteArray row, Duration timeout);
    }

    /** @param sentNanos when the newest request was sent that the server answered as owner */
    private record Heard(long sentNanos, long doubtedUntilNanos) {}

    /**
     * Reads rows, and again until their owners are those that have answered.
     *
     * @param read is given the time that is left; reads rows of the first keys, at least one
     * @throws io.hbasesearch.core.error.HBaseSearchException as the reads; TIMED_OUT if the owners kept changing
     */
    List<Row> read(Owners owners, List<RowKey> keys, Duration timeout, Function<Duration, List<Row>> read) {
        Deadline deadline = Deadline.after(timeout);
        while (true) {
            long sent = clock.getAsLong();
            List<Found> before = find(owners, keys, deadline);
            List<Row> rows = read.apply(deadline.left());
            List<RowKey> answered = keys.subList(0, rows.size());
            List<Found> after = find(owners, answered, deadline);
            if (isAccepted(owners, before, after, sent, deadline)) {
                return rows;
            }
        }
    }

    /** A row of a region, and the region's owner. */
    private record Found(ByteArray row, Owner owner) {}

    /** Finds the regions of the keys, each once. */
    private static List<Found> find(Owners owners, List<RowKey> keys, Deadline deadline) {
        List<Found> found = new ArrayList<>();
        for (RowKey key : keys.stream().sorted().toList()) {
            ByteArray row = key.bytes();
            if (found.isEmpty() || found.get(found.size() - 1).owner().isBefore(row)) {
                found.add(new Found(row, owners.known(row, deadline.left())));
            }
        }
        return found;
    }

    private boolean isAccepted(Owners owners, List<Found> before, List<Found> after, long sent, Deadline deadline) {
        Set<Owner> asked = before.stream().map(Found::owner).collect(Collectors.toSet());
        long now = clock.getAsLong();
        Set<String> doubtful = new HashSet<>();
        for (Owner owner : asked) {
            if (isDoubtful(owner.server(), now)) {
                doubtful.add(owner.server());
            }
        }
        List<Found> open = after.stream()
                .filter(found -> !asked.contains(found.owner())
                        || doubtful.contains(found.owner().server()))
                .toList();
        if (!open.isEmpty() && !areConfirmed(owners, open, asked, deadline)) {
            return false;
        }
        after.forEach(found -> servers.merge(
                found.owner().server(),
                new Heard(sent, now),
                (old, heard) -> new Heard(Math.max(old.sentNanos(), heard.sentNanos()), old.doubtedUntilNanos())));
        return true;
    }

    private static boolean areConfirmed(Owners owners, List<Found> open, Set<Owner> asked, Deadline deadline) {
        Set<Owner> confirmed =
                owners.confirm(open.stream().map(Found::owner).collect(Collectors.toSet()), deadline.left());
        List<Found> rejected = open.stream()
                .filter(found -> !asked.contains(found.owner()) || !confirmed.contains(found.owner()))
                .toList();
        rejected.forEach(found -> {
            LOG.info(
                    "region {} was read at {}, which may not own it any more: its rows are read again",
                    name(found.owner()),
                    found.owner().server());
            relocate(owners, found.row(), deadline);
        });
        return rejected.isEmpty();
    }

    private static String name(Owner owner) {
        return RegionInfo.encodeRegionName(owner.region().unsafeBytes());
    }

    private static void relocate(Owners owners, ByteArray row, Deadline deadline) {
        // A region that is being moved has no confirmed owner for a moment.
        LockSupport.parkNanos(PAUSE_NANOS);
        owners.relocate(row, deadline.left());
    }

    /**
     * Returns the owner of a row's region as hbase:meta names it. The client reads there.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException as {@link Owners}; TIMED_OUT if the owners kept changing
     */
    static Owner confirmed(Owners owners, ByteArray row, Deadline deadline) {
        while (true) {
            Owner owner = owners.known(row, deadline.left());
            if (owners.confirm(Set.of(owner), deadline.left()).contains(owner)) {
                return owner;
            }
            if (deadline.isOver()) {
                throw new HBaseSearchException(
                        ErrorCode.TIMED_OUT,
                        "region " + name(owner) + " is not open at any RegionServer",
                        "If the table is disabled, enable it; the HBase shell's 'hbck' and the master's page name regions in transition.",
                        null);
            }
            relocate(owners, row, deadline);
        }
    }

    /** Whether the server may have been replaced without this process having seen that it was silent. */
    private boolean isDoubtful(String server, long now) {
        if (servers.size() > MOST_SERVERS) {
            // Names have a start code, so that each restart of a server adds one. Without the map every server is
            // doubtful.
            servers.clear();
        }
        Heard heard = servers.get(server);
        if (heard == null || now - heard.sentNanos() > SILENCE_NANOS) {
            long until = now + DOUBT_NANOS;
            servers.merge(
                    server,
                    new Heard(now - 2 * SILENCE_NANOS, until),
                    (old, doubted) -> new Heard(old.sentNanos(), until));
            return true;
        }
        return now - heard.doubtedUntilNanos() < 0;
    }
}
