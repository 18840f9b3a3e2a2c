/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexAdmin;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What the contract tests share: an index of its own for each test, created before and deleted after it. A backend runs
 * each contract as a nested class that says how a harness is made.
 */
public abstract class BackendContract {
    /** How long anything may take that is expected to happen. */
    protected static final Duration PATIENCE = Duration.ofSeconds(60);

    /** As a stub retention of 24 hours gives it. */
    protected static final Duration MAX_READ_AGE = Duration.ofHours(6);

    private BackendHarness harness;
    private IndexDefinition definition;
    private IndexMetadata metadata;

    /** A new harness; it is closed after the test. */
    protected abstract BackendHarness openHarness() throws Exception;

    /** The index of the test: overridden where the contract needs other fields. */
    protected IndexDefinition define(String index) {
        return Fixtures.messages(index);
    }

    @BeforeEach
    final void createIndex() throws Exception {
        harness = openHarness();
        definition = define(Fixtures.uniqueName("contract"));
        metadata = admin().create(definition, Fixtures.source(definition));
    }

    @AfterEach
    final void deleteIndex() {
        try (BackendHarness closing = harness) {
            if (definition != null) {
                closing.backend().admin().delete(definition.name());
            }
        }
    }

    protected final BackendHarness harness() {
        return harness;
    }

    protected final IndexBackend backend() {
        return harness.backend();
    }

    protected final IndexAdmin admin() {
        return backend().admin();
    }

    protected final IndexDefinition definition() {
        return definition;
    }

    protected final IndexMetadata metadata() {
        return metadata;
    }

    protected final DocumentWriter openWriter() {
        return backend().openWriter(definition, metadata, MAX_READ_AGE);
    }

    protected final DocumentSearcher openSearcher() {
        return backend().openSearcher(definition);
    }

    /** Writes one batch and waits for its results. */
    protected static List<WriteResult> write(DocumentWriter writer, IndexOperation... batch) {
        return write(writer, List.of(batch));
    }

    protected static List<WriteResult> write(DocumentWriter writer, List<IndexOperation> batch) {
        try {
            return await(writer.write(batch));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while handing over a batch", e);
        }
    }

    /** The future's value; a failure is thrown as it is, wrapped only where it is checked. */
    protected static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new AssertionError("a write failed with a checked exception", e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("no answer within " + PATIENCE, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for a result", e);
        }
    }

    /** Everything in the index, stubs included, after a refresh. */
    protected final List<IndexedDocument> scanAll() {
        try (DocumentSearcher searcher = openSearcher()) {
            searcher.refresh();
            return scanAll(searcher);
        }
    }

    protected static List<IndexedDocument> scanAll(DocumentSearcher searcher) {
        List<IndexedDocument> all = new ArrayList<>();
        try (var cursor = searcher.scan()) {
            cursor.forEachRemaining(all::add);
        }
        return all;
    }
}
