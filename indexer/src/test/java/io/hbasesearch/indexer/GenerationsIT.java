/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldType;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexedDocument;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every generation of an index is fed, whatever it is to readers, and by its own definition. */
@ExtendWith(TestServers.class)
@Timeout(300)
class GenerationsIT extends IndexedTable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String COPY = "copy";

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void aGenerationIsFedWhileItIsBuiltWhenItIsLiveAndWhenItIsKept(BackendKind kind) {
        try (IndexBackend backend = kind.open(kind.newPlace());
                IndexLifecycle lifecycle = lifecycle(backend);
                Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
            IndexMetadata first = lifecycle.create(table.definition(index));
            indexer.start();
            table.put(0, 50, "before");
            awaitEqual(backend, first);

            IndexMetadata second = lifecycle.begin(withCopy());
            assertThat(second.complete()).isTrue();
            table.put(40, 100, "meanwhile");
            table.delete(45);
            awaitEqual(backend, first);
            // Nobody has filled in what was there before.
            await().atMost(PATIENCE).until(() -> documents(backend, second).size() == 59);
            table.touch(0, 50);
            awaitEqual(backend, second);
            assertThat(documents(backend, second).values())
                    .allSatisfy(fields -> assertThat(fields).containsEntry(COPY, fields.get("body")));
            assertThat(documents(backend, first).values()).noneMatch(fields -> fields.containsKey(COPY));

            backend.generations().makeLive(second);
            change(backend, first, second, "swapped");
            // Back again, as readers may be given any of them.
            backend.generations().makeLive(first);
            change(backend, first, second, "rolled back");
            backend.generations().makeLive(second);

            lifecycle.drop(first);
            table.put(10, 20, "after the drop");
            awaitEqual(backend, second);
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(indexer.check().message())
                        .matches(message -> message.equals("ok") || message.contains("another definition"));
                assertThat(indexer.statuses().get(0).state()).isEqualTo(IndexStatus.State.RUNNING);
            });
            if (kind == BackendKind.ELASTICSEARCH) {
                // An embedded index's are for display, and its worker may write them once more.
                assertThat(KafkaProbe.offsets(table.config().kafka(), first.consumerGroup()))
                        .isEmpty();
            }
        }
    }

    private void change(IndexBackend backend, IndexMetadata first, IndexMetadata second, String body) {
        table.put(0, 30, body);
        table.delete(body.length());
        awaitEqual(backend, first);
        awaitEqual(backend, second);
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void oneThatWasBegunByHalfIsNotFedAndMakesPlaceForTheNext(BackendKind kind) {
        try (IndexBackend backend = kind.open(kind.newPlace());
                IndexLifecycle lifecycle = lifecycle(backend);
                Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
            IndexMetadata first = lifecycle.create(table.definition(index));
            indexer.start();
            IndexMetadata half =
                    backend.generations().begin(withCopy(), KafkaProbe.source(table.topics(), table.topic()));
            assertThat(lifecycle.isBegun(withCopy(), half)).isFalse();
            table.put(0, 50, "not for the half one");
            awaitEqual(backend, first);
            assertThat(documents(backend, half)).isEmpty();
            assertThatThrownBy(() -> lifecycle.begin(withCopy()))
                    .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                            .isEqualTo(ErrorCode.ALREADY_EXISTS));

            lifecycle.drop(half);
            IndexMetadata second = lifecycle.begin(withCopy());
            assertThat(second.generation()).isEqualTo(half.generation());
            assertThat(lifecycle.isBegun(withCopy(), second)).isTrue();
            table.touch(0, 50);
            awaitEqual(backend, second);
            // A number that was dropped while it was fed.
            lifecycle.drop(second);
            IndexMetadata third = lifecycle.begin(withCopy());
            assertThat(third.consumerGroup()).isEqualTo(second.consumerGroup());
            table.touch(0, 50);
            awaitEqual(backend, third);
            assertThat(indexer.check().ok()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void oneThatFailsLeavesTheLiveOneWellAndIsToldOf(BackendKind kind) {
        try (IndexBackend backend = kind.open(kind.newPlace());
                IndexLifecycle lifecycle = lifecycle(backend);
                Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
            IndexMetadata first = lifecycle.create(table.definition(index));
            indexer.start();
            lifecycle.begin(definition(FieldMapping.of("none", ColumnName.of("absent", "none"), FieldType.TEXT)));
            await().atMost(PATIENCE).until(() -> indexer.check().message().contains("is FAILED"));
            assertThat(indexer.check().message())
                    .contains("(generation 2, being built)")
                    .contains("absent")
                    .contains("reindex cancel " + index)
                    .doesNotContain("index delete");
            assertThat(indexer.check().ok()).isTrue();
            table.put(0, 10, "live");
            awaitEqual(backend, first);
            assertThat(indexer.statuses().get(0).state()).isEqualTo(IndexStatus.State.RUNNING);
        }
    }

    private IndexLifecycle lifecycle(IndexBackend backend) {
        return new IndexLifecycle(backend, table.config().kafka());
    }

    private IndexDefinition withCopy() {
        return definition(
                FieldMapping.of("body", TestSettings.BODY, FieldType.TEXT),
                FieldMapping.of(COPY, TestSettings.BODY, FieldType.KEYWORD));
    }

    private IndexDefinition definition(FieldMapping... fields) {
        IndexDefinition configured = table.definition(index);
        return IndexDefinition.of(index, configured.table(), configured.rowKeyFormat(), List.of(fields));
    }

    private void awaitEqual(IndexBackend backend, IndexMetadata generation) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            Map<RowKey, String> bodies = new TreeMap<>();
            documents(backend, generation)
                    .forEach((row, fields) -> bodies.put(row, String.valueOf(fields.get("body"))));
            assertThat(bodies).isEqualTo(table.expected());
        });
    }

    private Map<RowKey, Map<String, Object>> documents(IndexBackend backend, IndexMetadata generation) {
        Map<RowKey, Map<String, Object>> documents = new HashMap<>();
        try (DocumentSearcher searcher =
                backend.openSearcher(generation.definitionOr(table.definition(index)), generation)) {
            searcher.refresh();
            try (DocumentCursor cursor = searcher.scan()) {
                cursor.forEachRemaining(document -> {
                    if (document.state() == IndexedDocument.State.LIVE) {
                        documents.put(document.row(), document.document().fields());
                    }
                });
            }
        }
        return documents;
    }
}
