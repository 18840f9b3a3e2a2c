/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.mapping.ContentHash;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PoisonTest extends PipelineTests {
    @Test
    void anUnmappableRowGoesToTheDeadLettersBeforeItsStub() {
        SourceEvent event = rig.put(A, FakeTable.POISON);
        rig.put(B, "fine");
        AtomicBoolean letterCameFirst = new AtomicBoolean();
        rig.index.verdict = operation -> {
            if (operation instanceof IndexOperation.MarkFailed) {
                letterCameFirst.set(rig.deadLetters.stored().size() == 1);
            }
            return null;
        };
        rig.start().awaitCommitted();
        assertThat(rig.index.documents().get(A)).isInstanceOf(IndexOperation.MarkFailed.class);
        assertThat(rig.index.documents().get(B)).isInstanceOf(IndexOperation.Upsert.class);
        assertThat(letterCameFirst).isTrue();
        DeadLetter letter = rig.deadLetters.stored().get(0);
        assertThat(letter.failure().stage()).isEqualTo(DeadLetter.Stage.MAP);
        assertThat(letter.failure().code()).isEqualTo(ErrorCode.ROW_UNMAPPABLE);
        assertThat(letter.event().value()).isEqualTo(event.value());
        assertThat(letter.event().key()).isEqualTo(A.bytes().unsafeBytes());
    }

    @Test
    void aRefusedDocumentBecomesADeadLetterAndAStubAtTheSameVersion() {
        rig.put(B, "before");
        SourceEvent event = rig.put(A, "refused");
        AtomicReference<Document> refused = new AtomicReference<>();
        rig.index.verdict = operation -> {
            if (operation instanceof IndexOperation.Upsert upsert
                    && operation.row().equals(A)) {
                refused.set(upsert.document());
                return new WriteResult.Rejected("mapper_parsing_exception");
            }
            return null;
        };
        rig.start().awaitCommitted();
        assertThat(rig.index.documents().get(A)).isInstanceOf(IndexOperation.MarkFailed.class);
        assertThat(rig.index.documents().get(A).version()).isEqualTo(RowVersion.of(1, event.offset()));
        assertThat(((IndexOperation.MarkFailed) rig.index.documents().get(A)).hash())
                .isEqualTo(ContentHash.ofRefused(DocumentId.of(A), refused.get()));
        assertThat(rig.deadLetters.stored()).singleElement().satisfies(letter -> {
            assertThat(letter.failure().stage()).isEqualTo(DeadLetter.Stage.WRITE);
            assertThat(letter.failure().message()).contains("mapper_parsing_exception");
        });
    }

    @Test
    void aDocumentThatWasOnlyGivenUpIsReadAgainWhileItsRowIsTheSame() {
        rig.put(A, "sound");
        rig.index.verdict =
                operation -> operation instanceof IndexOperation.Upsert ? new WriteResult.Rejected("429", true) : null;
        rig.start().awaitCommitted();
        assertThat(rig.index.documents().get(A))
                .isInstanceOfSatisfying(IndexOperation.MarkFailed.class, stub -> assertThat(stub.hash())
                        .as("the stub of a row that can be mapped is stale to scrub and verify")
                        .isEqualTo(ContentHash.ofFailed(DocumentId.of(A))));
        assertThat(rig.deadLetters.stored()).hasSize(1);
        rig.index.verdict = operation -> null;
        rig.put(A, "sound");
        rig.awaitCommitted();
        assertThat(rig.index.documents().get(A)).isInstanceOf(IndexOperation.Upsert.class);
    }

    @Test
    void aRowThatIsLeftOutIsToTheIndexAsIfItWereGone() {
        rig.put(A, "indexed");
        rig.start().awaitCommitted();
        SourceEvent event = rig.put(A, FakeTable.LEFT_OUT);
        rig.awaitCommitted();
        assertThat(rig.index.documents().get(A)).isInstanceOf(IndexOperation.MarkDeleted.class);
        assertThat(rig.index.documents().get(A).version()).isEqualTo(RowVersion.of(1, event.offset()));
        assertThat(rig.deadLetters.stored()).isEmpty();
        rig.put(A, "indexed again");
        rig.awaitCommitted();
        assertThat(rig.index.documents().get(A)).isInstanceOf(IndexOperation.Upsert.class);
    }

    @Test
    void anOffsetDoesNotAdvanceBeforeItsDeadLetterIsStored() {
        rig.put(A, FakeTable.POISON);
        AtomicBoolean down = new AtomicBoolean(true);
        rig.deadLetters.failures = () -> down.get() ? PipelineRig.unreachable() : null;
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.health.worst().isPresent());
        assertThat(rig.topic.committed.get(0).nextOffset()).isZero();
        down.set(false);
        rig.awaitCommitted();
        assertThat(rig.deadLetters.stored()).hasSize(1);
        assertThat(rig.health.worst()).isEmpty();
    }

    @Test
    void poisonThatCannotBeStoredHoldsUpNoOther() {
        AtomicBoolean down = new AtomicBoolean(true);
        rig.deadLetters.failures = () -> down.get() ? PipelineRig.unreachable() : null;
        // More than there are reading threads, in as many batches.
        for (int i = 0; i < 40; i++) {
            rig.put(RowKey.utf8("bad" + i), FakeTable.POISON);
            rig.topic.append(0, null, "garbage".getBytes(UTF_8));
        }
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.health.worst().isPresent());
        rig.put(B, "fine");
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.index.documents().containsKey(B));
        assertThat(rig.topic.committed.get(0).nextOffset()).isZero();
        down.set(false);
        rig.awaitCommitted();
        assertThat(rig.deadLetters.stored()).hasSize(80);
        assertThat(rig.index.documents()).hasSize(41);
    }

    @Test
    void lettersThatComeTogetherAreStoredTogether() {
        CountDownLatch release = new CountDownLatch(1);
        rig.deadLetters.delay = () -> PipelineRig.awaitLatch(release);
        for (int i = 0; i < 60; i++) {
            rig.put(RowKey.utf8("bad" + i), FakeTable.POISON);
        }
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.table.rowsRead.get() == 60);
        release.countDown();
        rig.awaitCommitted();
        assertThat(rig.deadLetters.stored()).hasSize(60);
        assertThat(rig.deadLetters.calls).hasValueLessThan(12);
    }

    @Test
    void theKeyOfAnUnreadableEventStillHasItsRowRead() {
        rig.table.put(A, "here");
        rig.topic.append(0, A.bytes().toBytes(), "garbage".getBytes(UTF_8));
        rig.topic.append(0, null, "garbage".getBytes(UTF_8));
        rig.start().awaitCommitted();
        assertThat(rig.deadLetters.stored())
                .hasSize(2)
                .allSatisfy(letter -> assertThat(letter.failure().stage()).isEqualTo(DeadLetter.Stage.DECODE));
        assertThat(rig.index.documents()).containsOnlyKeys(A);
        assertThat(rig.index.documents().get(A)).isInstanceOf(IndexOperation.Upsert.class);
        await().until(() -> rig.progress.last().bufferedEvents() == 0);
        assertThat(rig.progress.last().bufferedBytes()).isZero();
    }
}
