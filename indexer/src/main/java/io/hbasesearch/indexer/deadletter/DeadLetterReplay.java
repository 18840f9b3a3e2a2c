/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.deadletter;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import io.hbasesearch.indexer.kafka.DeadLetterReader;
import io.hbasesearch.indexer.kafka.DeadLetterReader.Span;
import io.hbasesearch.indexer.kafka.DeadLetterReader.StoredDeadLetter;
import io.hbasesearch.indexer.kafka.KafkaTouches;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;

/**
 * Has the rows of dead letters read again: appends touches to the index's own topic. Nothing of a dead letter's old event is sent,
 * and no document is written, so a replay can never overwrite newer data. For one thread. Borrows everything.
 */
public final class DeadLetterReplay {
    /** Maximum number of rows of one replay, whose keys it holds in memory. */
    private static final int MOST_ROWS = 1_000_000;

    private static final int TOUCHES_AT_ONCE = 1_000;
    // Rows are finished about in the order of their touches: the first of them tell whether to check others.
    private static final int LOOK_AHEAD = 50;
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Backoff BACKOFF = new Backoff(PAUSE, Duration.ofSeconds(5));

    private final DeadLetterReader letters;
    private final IndexMetadata index;
    private final DocumentSearcher searcher;
    private final Function<RowKey, List<DocumentId>> documents;

    /** Creates a replay for an index whose rows have one document each. */
    public DeadLetterReplay(DeadLetterReader letters, IndexMetadata index, DocumentSearcher searcher) {
        this(letters, index, searcher, row -> List.of(DocumentId.of(row)));
    }

    /** @param documents the ids of a row's documents */
    public DeadLetterReplay(
            DeadLetterReader letters,
            IndexMetadata index,
            DocumentSearcher searcher,
            Function<RowKey, List<DocumentId>> documents) {
        this.documents = Objects.requireNonNull(documents, "documents");
        this.letters = Objects.requireNonNull(letters, "letters");
        this.index = Objects.requireNonNull(index, "index");
        this.searcher = Objects.requireNonNull(searcher, "searcher");
    }

    /**
     * The plan of a replay.
     *
     * @param letters that were selected
     * @param withoutRow dead letters of these whose row is unknown: nothing can be read again for them
     * @param healed rows whose dead letters are obsolete, as the index has these rows
     * @param rows to be read again
     */
    public record Plan(long letters, long withoutRow, long healed, Set<RowKey> rows) {}

    /**
     * The present state of the rows.
     *
     * @param announced rows that the indexers are to read again
     * @param healed of these, rows that have a document now or are gone
     * @param failed of these, rows that failed again: each has a new dead letter
     */
    public record Outcome(int announced, int healed, int failed) {
        public int pending() {
            return announced - healed - failed;
        }
    }

    /**
     * Examines the dead letters and the index; changes nothing.
     *
     * @param progress receives the number of dead letters examined
     * @throws HBaseSearchException USAGE if the dead letters belong to more rows than can be replayed at once
     */
    public Plan plan(DeadLetterFilter filter, LongConsumer progress) {
        Span span = letters.span(index.index());
        Set<RowKey> open = new LinkedHashSet<>();
        Set<RowKey> healed = new LinkedHashSet<>();
        DeadLetterStates states = new DeadLetterStates(searcher, documents);
        long[] counts = new long[2];
        Consumer<StoredDeadLetter> visitor = stored -> {
            if (filter.matches(stored)) {
                Optional<RowKey> row = stored.letter().row();
                counts[0]++;
                counts[1] += row.isPresent() ? 0 : 1;
                row.ifPresent(key -> (states.of(row) == DeadLetterState.OPEN ? open : healed).add(key));
                requireRoom(open.size() + healed.size());
            }
        };
        letters.scan(
                index.index(),
                span,
                DeadLetterReader.Visitor.of(visitor, offset -> progress.accept(offset - span.begin())));
        healed.removeAll(open);
        return new Plan(counts[0], counts[1], healed.size(), open);
    }

    private static void requireRoom(int rows) {
        if (rows > MOST_ROWS) {
            throw new HBaseSearchException(
                    ErrorCode.USAGE,
                    "the dead letters belong to more than " + MOST_ROWS + " rows",
                    "Replay a part of them: select with --since, --stage and --code.",
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
     * Waits until the index has every row at the version of its touch or a later one: only then does its state show the row as it
     * was after the replay began. Retries while the index is unavailable.
     *
     * @return the outcome reached within {@code limit}
     * @throws HBaseSearchException if the index is unavailable at the end of the limit, or rejects the request
     */
    public Outcome await(Map<RowKey, RowVersion> touched, Duration limit, Consumer<Outcome> progress)
            throws InterruptedException {
        Map<RowKey, RowVersion> pending = new LinkedHashMap<>(touched);
        Outcome outcome = new Outcome(touched.size(), 0, 0);
        Deadline deadline = Deadline.after(limit);
        for (int failures = 0; ; ) {
            Duration pause = PAUSE;
            try {
                Outcome now = look(pending, outcome);
                progress.accept(now);
                if (pending.isEmpty() || deadline.isOver()) {
                    return now;
                }
                pause = now.equals(outcome) ? PAUSE : Duration.ZERO;
                outcome = now;
                failures = 0;
            } catch (HBaseSearchException e) {
                if (!e.failureClass().isRetryable() || deadline.isOver()) {
                    throw e;
                }
                pause = BACKOFF.delay(failures++, RandomGenerator.getDefault());
            }
            Thread.sleep(pause.toMillis());
        }
    }

    /** Checks the pending rows. The result is only in the return value, so that nothing is lost or counted twice after a failure. */
    private Outcome look(Map<RowKey, RowVersion> pending, Outcome before) {
        List<RowKey> done = new ArrayList<>();
        int failed = 0;
        int unfinished = 0;
        for (Map.Entry<RowKey, RowVersion> row : pending.entrySet()) {
            Optional<DeadLetterState> state = written(row.getKey(), row.getValue());
            if (state.isPresent()) {
                done.add(row.getKey());
                failed += state.get() == DeadLetterState.HEALED ? 0 : 1;
            } else if (++unfinished == LOOK_AHEAD) {
                break;
            }
        }
        done.forEach(pending::remove);
        return new Outcome(before.announced(), before.healed() + done.size() - failed, before.failed() + failed);
    }

    /** Returns the state of a row's documents and stubs, once all of them come from its touch or from a later event. */
    private Optional<DeadLetterState> written(RowKey row, RowVersion touch) {
        DeadLetterState state = DeadLetterState.HEALED;
        for (DocumentId id : documents.apply(row)) {
            Optional<IndexedDocument> found = find(id).filter(document -> document.version() >= touch.value());
            if (found.isEmpty()) {
                return Optional.empty();
            }
            if (DeadLetterStates.of(found.get().state()) != DeadLetterState.HEALED) {
                state = DeadLetterState.OPEN;
            }
        }
        return Optional.of(state);
    }

    private Optional<IndexedDocument> find(DocumentId id) {
        try {
            return searcher.get(id);
        } catch (UnreadableDocumentException e) {
            return Optional.empty();
        }
    }
}
