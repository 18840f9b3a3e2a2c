/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.gateway.SearchableIndex;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The indexes that can be searched now: those that the backend has and that a definition describes. Looks again every few
 * seconds, as commands create and delete indexes while a gateway runs. {@link #current()} is for any thread; owns its thread
 * and the searchers; borrows the backend.
 */
public final class SearchableIndexes implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SearchableIndexes.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final IndexBackend backend;
    private final Map<String, IndexDefinition> definitions;
    private final CountDownLatch stop = new CountDownLatch(1);
    private volatile Map<String, SearchableIndex> current = Map.of();
    private @Nullable Thread thread;
    private boolean warned;

    public SearchableIndexes(IndexBackend backend, Collection<IndexDefinition> definitions) {
        this.backend = Objects.requireNonNull(backend, "backend");
        this.definitions =
                definitions.stream().collect(Collectors.toUnmodifiableMap(IndexDefinition::name, Function.identity()));
    }

    /**
     * Looks once, then goes on looking on a thread. A backend that cannot be reached now is tried again.
     *
     * @throws HBaseSearchException if nothing will help until somebody acts: INDEX_LOCKED when another process owns an index
     */
    public void start() {
        refresh(true);
        thread = new Thread(this::run, "searchable-indexes");
        thread.setDaemon(true);
        thread.start();
    }

    /** By name. */
    public Map<String, SearchableIndex> current() {
        return current;
    }

    private void run() {
        try {
            while (!stop.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                refresh(false);
            }
        } catch (InterruptedException e) {
            // The process ends.
        }
    }

    private void refresh(boolean first) {
        try {
            Map<String, SearchableIndex> before = current;
            Map<String, SearchableIndex> now = new HashMap<>();
            for (IndexMetadata metadata : backend.admin().list()) {
                IndexDefinition definition = definitions.get(metadata.index());
                if (definition != null) {
                    now.put(metadata.index(), open(before.get(metadata.index()), definition, metadata));
                }
            }
            current = Map.copyOf(now);
            before.values().stream()
                    .filter(index -> now.values().stream().noneMatch(kept -> kept.searcher() == index.searcher()))
                    .forEach(SearchableIndexes::close);
            warned = false;
        } catch (RuntimeException e) {
            if (first && e instanceof HBaseSearchException known && known.failureClass() == FailureClass.FATAL) {
                throw known;
            }
            if (!warned) {
                LOG.warn("cannot see which indexes there are, going on with what is known: {}", e.getMessage());
                warned = true;
            }
        }
    }

    private SearchableIndex open(@Nullable SearchableIndex before, IndexDefinition definition, IndexMetadata metadata) {
        if (before != null && before.metadata().uuid().equals(metadata.uuid())) {
            return new SearchableIndex(definition, metadata, before.searcher());
        }
        LOG.info("index {} can be searched", metadata.index());
        return new SearchableIndex(definition, metadata, backend.openSearcher(definition));
    }

    private static void close(SearchableIndex index) {
        LOG.info("index {} is gone or was replaced", index.definition().name());
        index.searcher().close();
    }

    @Override
    public void close() {
        stop.countDown();
        if (thread != null) {
            try {
                thread.join(INTERVAL.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        current.values().forEach(index -> index.searcher().close());
        current = Map.of();
    }
}
