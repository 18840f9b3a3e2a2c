/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.letters;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.indexer.kafka.DeadLetterReader;
import io.hbasesearch.indexer.kafka.DeadLetterReader.Span;
import io.hbasesearch.indexer.kafka.KafkaTouches;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Has the rows of dead letters read again: appends touches to the index's own topic. Nothing of a letter's old event is sent,
 * and no document is written, so a replay can never overwrite what is newer. For one thread. Borrows everything.
 */
public final class Replay {
    /** What one replay remembers: the keys of as many rows. */
    private static final int MOST_ROWS = 1_000_000;

    private static final int TOUCHES_AT_ONCE = 1_000;
    // Rows are finished about in the order of their touches: the first of them tell whether to look at others.
    private static final int LOOK_AHEAD = 50;
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final DeadLetterReader letters;
    private final IndexMetadata index;
    private final DocumentSearcher searcher;

    public Replay(DeadLetterReader letters, IndexMetadata index, DocumentSearcher searcher) {
        this.letters = Objects.requireNonNull(letters, "letters");
        this.index = Objects.requireNonNull(index, "index");
        this.searcher = Objects.requireNonNull(searcher, "searcher");
    }

    /**
     * What a replay would do.
     *
     * @param letters that were selected
     * @param withoutRow letters of these whose row is unknown: nothing can be read again for them
     * @param healed rows whose letters are out of date, as the index has them
     * @param rows to be read again
     */
    public record Plan(long letters, long withoutRow, long healed, Set<RowKey> rows) {}

    /**
     * What has become of the rows so far.
     *
     * @param announced rows that the indexers are to read again
     * @param healed of these, rows that have a document now or are gone
     * @param failed of these, rows that failed again: each has a new letter
     */
    public record Outcome(int announced, int healed, int failed) {
        public int pending() {
            return announced - healed - failed;
        }
    }

    /**
     * Looks through the letters and the index; changes nothing.
     *
     * @throws HBaseSearchException USAGE if the letters are of more rows than can be replayed at once
     */
    public Plan plan(LetterFilter filter) {
        Span span = letters.span(index.index());
        Set<RowKey> open = new LinkedHashSet<>();
        Set<RowKey> healed = new LinkedHashSet<>();
        LetterStates states = new LetterStates(searcher);
        long[] counts = new long[2];
        letters.scan(index.index(), span, stored -> {
            if (filter.matches(stored)) {
                counts[0]++;
                counts[1] += stored.letter().row().isPresent() ? 0 : 1;
                stored.letter().row().ifPresent(row -> (states.of(row) == LetterState.OPEN ? open : healed).add(row));
                requireRoom(open.size() + healed.size());
            }
        });
        healed.removeAll(open);
        return new Plan(counts[0], counts[1], healed.size(), open);
    }

    private static void requireRoom(int rows) {
        if (rows > MOST_ROWS) {
            throw new HBaseSearchException(
                    ErrorCode.USAGE,
                    "the letters are of more than " + MOST_ROWS + " rows",
                    "Replay a part of them: --since, --stage and --code select.",
                    null);
        }
    }

    /** Announces the rows, so that the indexers read them again. */
    public Map<RowKey, RowVersion> announce(KafkaTouches touches, Collection<RowKey> rows, Consumer<Integer> progress) {
        Map<RowKey, RowVersion> versions = new LinkedHashMap<>();
        Set<RowKey> batch = new LinkedHashSet<>();
        for (Iterator<RowKey> rest = rows.iterator(); rest.hasNext(); ) {
            batch.add(rest.next());
            if (batch.size() == TOUCHES_AT_ONCE || !rest.hasNext()) {
                versions.putAll(touches.touch(index, batch));
                batch.clear();
                progress.accept(versions.size());
            }
        }
        return versions;
    }

    /**
     * Waits until the index has every row at the version of its touch or a later one: only then does its state tell of the
     * row as it was after the replay began.
     *
     * @return as far as it came within {@code limit}
     */
    public Outcome await(Map<RowKey, RowVersion> touched, Duration limit, Consumer<Outcome> progress)
            throws InterruptedException {
        Map<RowKey, RowVersion> pending = new LinkedHashMap<>(touched);
        Outcome outcome = new Outcome(touched.size(), 0, 0);
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            Outcome now = look(pending, outcome);
            progress.accept(now);
            if (pending.isEmpty() || System.nanoTime() - deadline > 0) {
                return now;
            }
            if (now.equals(outcome)) {
                Thread.sleep(PAUSE.toMillis());
            }
            outcome = now;
        }
    }

    private Outcome look(Map<RowKey, RowVersion> pending, Outcome before) {
        int healed = before.healed();
        int failed = before.failed();
        int unfinished = 0;
        Iterator<Map.Entry<RowKey, RowVersion>> rest = pending.entrySet().iterator();
        while (rest.hasNext() && unfinished < LOOK_AHEAD) {
            Map.Entry<RowKey, RowVersion> row = rest.next();
            Optional<IndexedDocument> document = searcher.get(DocumentId.of(row.getKey()))
                    .filter(found -> found.version() >= row.getValue().value());
            if (document.isEmpty()) {
                unfinished++;
            } else {
                rest.remove();
                boolean mended = LetterStates.of(document.get().state()) == LetterState.HEALED;
                healed += mended ? 1 : 0;
                failed += mended ? 0 : 1;
            }
        }
        return new Outcome(before.announced(), healed, failed);
    }
}
