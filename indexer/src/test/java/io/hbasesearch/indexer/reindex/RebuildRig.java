/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexGenerations;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.indexer.rebuild.BuildSite;
import io.hbasesearch.indexer.rebuild.Rebuild;
import io.hbasesearch.indexer.reindex.run.ChangePlan;
import io.hbasesearch.indexer.reindex.run.MemoryLog;
import io.hbasesearch.indexer.reindex.run.ReindexRun;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.RunWork;
import io.hbasesearch.indexer.reindex.run.Task;
import io.hbasesearch.indexer.reindex.run.Verification;
import io.hbasesearch.indexer.reindex.scan.ReindexRig;
import io.hbasesearch.indexer.reindex.scan.VersionedWriter;
import io.hbasesearch.indexer.verify.IndexOffsets;
import io.hbasesearch.indexer.verify.SortedIndex;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** A table, a topic and an index with generations, each with documents of its own; {@link #index} is the newest. */
class RebuildRig extends ReindexRig {
    /** The process is killed: nothing is caught, nothing is written any more. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    static final Duration BEAT = Duration.ofMillis(10);
    static final Duration SILENCE = Duration.ofMillis(150);
    static final Rebuild.Bounds BOUNDS = new Rebuild.Bounds(
            Duration.ofSeconds(20), Duration.ofMillis(300), Duration.ofSeconds(3), Duration.ofMillis(20), 20);

    /** By generation; before {@link #generations}, which asks. */
    private final Map<UUID, SortedIndex> indexes = new ConcurrentHashMap<>();

    final MemoryLog.Store store = new MemoryLog.Store();
    final FakeGenerations generations = new FakeGenerations(context().metadata()) {
        @Override
        void step(String name) {
            RebuildRig.this.step(name);
        }

        @Override
        public IndexStatistics statistics(IndexMetadata generation) {
            return held(indexOf(generation));
        }
    };
    final IndexMetadata first = generations.live();

    final List<String> changes = new ArrayList<>();
    /** A number of {@link #changes}. */
    int killedAt = Integer.MAX_VALUE;

    volatile HBaseSearchException lost;

    @Override
    public final SortedIndex indexOf(IndexMetadata generation) {
        return indexes.computeIfAbsent(generation.uuid(), uuid -> index);
    }

    @Override
    public final DocumentWriter writerOf(IndexMetadata generation) {
        return new VersionedWriter(indexOf(generation));
    }

    /** They feed each generation. */
    @Override
    public final void index(RowKey row, Document document, RowVersion version) {
        indexes.values().forEach(fed -> fed.put(row, IndexedDocument.State.LIVE, document, version.value()));
    }

    private static IndexStatistics held(SortedIndex index) {
        return new IndexStatistics(
                number(index, IndexedDocument.State.LIVE),
                number(index, IndexedDocument.State.DELETED),
                number(index, IndexedDocument.State.FAILED),
                0);
    }

    private static long number(SortedIndex index, IndexedDocument.State state) {
        return index.documents.values().stream()
                .filter(document -> document.state() == state)
                .count();
    }

    /** What was done to generations so far; {@link #dieHere} comes after it, so that tests can interfere between. */
    void step(String name) {
        changes.add(name);
    }

    /** As the process does that is killed at this step. */
    final void dieHere() {
        if (changes.size() == killedAt) {
            throw new Killed();
        }
    }

    final boolean isKilled(ChangePlan plan) {
        try {
            rebuild(plan);
            return false;
        } catch (Killed e) {
            return true;
        }
    }

    final BuildSite site() {
        return new BuildSite() {
            @Override
            public String index() {
                return "test";
            }

            @Override
            public IndexGenerations generations() {
                return generations;
            }

            @Override
            public IndexMetadata begin() {
                IndexMetadata begun = generations.begin();
                index = new SortedIndex();
                indexes.put(begun.uuid(), index);
                return begun;
            }

            @Override
            public void drop(IndexMetadata generation) {
                generations.drop(generation);
            }

            @Override
            public Duration unsettled(IndexMetadata generation) {
                return Duration.ZERO;
            }

            @Override
            public IndexOffsets offsets(IndexMetadata generation) {
                return RebuildRig.this.offsets();
            }

            @Override
            public boolean isAttended(IndexMetadata generation) {
                return attended;
            }

            @Override
            public void requireWhole(IndexMetadata generation) {
                if (lost != null) {
                    throw lost;
                }
            }

            @Override
            public void requireMarkers(IndexMetadata generation, MarkerPositions marked) {
                requireThere(marked);
            }

            @Override
            public Opened open(IndexMetadata generation) {
                return opened(context(generation));
            }
        };
    }

    private static BuildSite.Opened opened(ReindexContext context) {
        return new BuildSite.Opened() {
            @Override
            public ReindexContext context() {
                return context;
            }

            @Override
            public void close(boolean whole) {}
        };
    }

    /** As a process of its own. */
    final ReindexRun process() {
        return new ReindexRun(
                new MemoryLog(store), generations.live(), generations::live, Clock.systemUTC(), BEAT, SILENCE);
    }

    final RunState last() {
        return store.entries.get().run().orElseThrow();
    }

    static Task task(ChangePlan plan) {
        return Task.of(plan, Limits.standard(1));
    }

    static ChangePlan rebuilding(boolean keepOld, Verification verification) {
        return new ChangePlan(ChangePlan.Kind.REBUILD, keepOld, false, verification, "", "changed");
    }

    final RunState rebuild(ChangePlan plan) {
        return work(plan, new Rebuild(site(), Limits.standard(1), BOUNDS));
    }

    final RunState work(ChangePlan plan, RunWork work) {
        ReindexRun process = process();
        RunState claimed = process.claim(task(plan), "");
        return process.run(claimed, work, (state, reached) -> {});
    }

    final List<IndexMetadata> in(State state) {
        return generations.list("test").stream()
                .filter(generation -> generation.state() == state)
                .map(IndexGeneration::metadata)
                .toList();
    }
}
