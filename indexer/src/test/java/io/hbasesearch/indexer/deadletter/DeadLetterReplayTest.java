/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.indexer.kafka.DeadLetterReader;
import io.hbasesearch.indexer.verify.SortedIndex;
import io.hbasesearch.testing.Fixtures;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is waited for after rows were announced. */
@Timeout(60)
class DeadLetterReplayTest {
    private static final RowKey A = RowKey.utf8("a");
    private static final RowKey B = RowKey.utf8("b");
    private static final Map<RowKey, RowVersion> TOUCHED = Map.of(A, new RowVersion(5), B, new RowVersion(6));
    private static final Duration LONG = Duration.ofSeconds(50);

    private final SortedIndex index = new SortedIndex();

    @Test
    void aRowIsWaitedForUntilItStemsFromItsTouch() throws Exception {
        index.put(A, IndexedDocument.State.FAILED, Document.empty(), 4);
        index.put(B, IndexedDocument.State.FAILED, Document.empty(), 6);
        AtomicInteger looks = new AtomicInteger();
        DeadLetterReplay.Outcome outcome = replay().await(TOUCHED, LONG, now -> {
            if (looks.incrementAndGet() == 1) {
                assertThat(now).isEqualTo(new DeadLetterReplay.Outcome(2, 0, 1));
                index.put(A, IndexedDocument.State.DELETED, Document.empty(), 7);
            }
        });
        assertThat(outcome).isEqualTo(new DeadLetterReplay.Outcome(2, 1, 1));
    }

    @Test
    void anIndexThatIsAwayForAMomentIsWaitedFor() throws Exception {
        index.put(A, IndexedDocument.State.LIVE, Document.empty(), 5);
        index.put(B, IndexedDocument.State.LIVE, Document.empty(), 6);
        AtomicInteger lookedUp = new AtomicInteger();
        index.beforeGet = () -> {
            // The second of two: what was found before it is neither lost nor counted twice.
            if (lookedUp.incrementAndGet() == 2) {
                throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "away");
            }
        };
        assertThat(replay().await(TOUCHED, LONG, now -> {})).isEqualTo(new DeadLetterReplay.Outcome(2, 2, 0));
        assertThat(lookedUp).hasValue(4);
    }

    @Test
    void anIndexThatStaysAwayOrRefusesEndsTheWait() {
        index.beforeGet = () -> {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "away");
        };
        assertThatThrownBy(() -> replay().await(TOUCHED, Duration.ofMillis(300), now -> {}))
                .hasMessage("away");
        index.beforeGet = () -> {
            throw new HBaseSearchException(ErrorCode.ACCESS_DENIED, "no");
        };
        assertThatThrownBy(() -> replay().await(TOUCHED, LONG, now -> {})).hasMessage("no");
    }

    @Test
    void aDocumentThatCannotBeReadIsWaitedForUntilItIsReplaced() throws Exception {
        index.spoil(A);
        index.put(B, IndexedDocument.State.LIVE, Document.empty(), 6);
        DeadLetterReplay.Outcome outcome = replay().await(TOUCHED, LONG, now -> {
            if (now.healed() == 1) {
                index.put(A, IndexedDocument.State.LIVE, Document.empty(), 5);
            }
        });
        assertThat(outcome).isEqualTo(new DeadLetterReplay.Outcome(2, 2, 0));
    }

    private DeadLetterReplay replay() {
        IndexMetadata metadata = Fixtures.metadata("mail").uuid(new UUID(0, 1)).build();
        return new DeadLetterReplay(new DeadLetterReader(new KafkaConfig("nowhere:1", Map.of())), metadata, index);
    }
}
