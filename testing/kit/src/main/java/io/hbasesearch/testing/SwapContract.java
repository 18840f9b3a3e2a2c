/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Tests that searches during generation swaps never fail and get complete answers from a single generation. */
public abstract class SwapContract extends GenerationTests {
    private static final int SEARCHERS = 10;
    private static final int DOCUMENTS = 60;
    private static final int SWAPS = 20;
    private static final int REBUILDS = 5;
    private static final Query ALL = new Query.MatchAll();

    private final AtomicBoolean stop = new AtomicBoolean();
    private final AtomicLong answers = new AtomicLong();
    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    @Test
    void searchesNeitherFailNorMixGenerationsDuringSwaps() throws Exception {
        fillLive();
        IndexMetadata other = filled(2);
        underSearches(() -> {
            for (int i = 0; i < SWAPS; i++) {
                generations().makeLive(i % 2 == 0 ? other : metadata());
                awaitMoreAnswers();
            }
        });
        assertThat(seen).containsExactlyInAnyOrder(prefix(1), prefix(2));
    }

    @Test
    void noSearchFailsWhileTheIndexIsBuiltAnewAndTheOldOneDropped() throws Exception {
        fillLive();
        underSearches(() -> {
            IndexMetadata live = metadata();
            for (int generation = 2; generation < 2 + REBUILDS; generation++) {
                IndexMetadata next = filled(generation);
                generations().makeLive(next);
                generations().drop(live);
                live = next;
                awaitMoreAnswers();
            }
        });
        assertThat(seen).contains(prefix(1), prefix(1 + REBUILDS));
    }

    private void fillLive() {
        try (DocumentWriter live = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            write(live, upserts(prefix(1), documents(1)));
            searcher.refresh();
        }
    }

    private IndexMetadata filled(int generation) {
        return filledGeneration(prefix(generation), documents(generation));
    }

    private static String prefix(int generation) {
        return "gen" + generation + "x";
    }

    /** Returns the number of documents of a generation, by which the total of a search identifies it. */
    private static int documents(int generation) {
        return DOCUMENTS + generation;
    }

    /** Runs {@code swaps} while threads search; fails if one of the searches fails. */
    private void underSearches(Runnable swaps) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(SEARCHERS);
        List<Future<?>> searches = new ArrayList<>();
        try (DocumentSearcher searcher = openSearcher()) {
            for (int i = 0; i < SEARCHERS; i++) {
                int size = i % 2 == 0 ? 2 * DOCUMENTS : 5;
                searches.add(threads.submit(() -> searchUntilStopped(searcher, size)));
            }
            awaitMoreAnswers();
            try {
                swaps.run();
            } finally {
                stop.set(true);
            }
            for (Future<?> search : searches) {
                search.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void searchUntilStopped(DocumentSearcher searcher, int size) {
        while (!stop.get()) {
            SearchResult found = searcher.search(new SearchRequest(ALL, List.of(), size, PATIENCE));
            requireWhole(found, size);
            answers.incrementAndGet();
        }
    }

    private void requireWhole(SearchResult found, int size) {
        assertThat(found.timedOut()).isFalse();
        List<String> prefixes = rowsOf(found).stream()
                .map(row -> row.substring(0, row.indexOf('x') + 1))
                .distinct()
                .toList();
        assertThat(prefixes).hasSize(1).containsExactly(prefix((int) found.total() - DOCUMENTS));
        assertThat(found.hits()).hasSize((int) Math.min(size, found.total()));
        seen.add(prefixes.get(0));
    }

    /** Waits for twice as many more answers as there are searching threads, so that each can have its turn. */
    private void awaitMoreAnswers() {
        long enough = answers.get() + 2L * SEARCHERS;
        Awaitility.await().atMost(PATIENCE).until(() -> answers.get() >= enough);
    }
}
