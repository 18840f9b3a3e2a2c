/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.indexer.verify.SortedIndex;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DeadLetterStatesTest {
    private static final RowKey ROW = RowKey.utf8("a");

    private final SortedIndex index = new SortedIndex();

    @Test
    void theIndexAloneKnowsWhatHasBecomeOfARow() {
        assertThat(state()).isEqualTo(DeadLetterState.OPEN);
        index.put(ROW, IndexedDocument.State.FAILED, Document.empty(), 1);
        assertThat(state()).isEqualTo(DeadLetterState.OPEN);
        index.put(ROW, IndexedDocument.State.DELETED, Document.empty(), 2);
        assertThat(state()).isEqualTo(DeadLetterState.HEALED);
        index.put(ROW, "back");
        assertThat(state()).isEqualTo(DeadLetterState.HEALED);
        assertThat(new DeadLetterStates(index).of(Optional.empty())).isEqualTo(DeadLetterState.NO_ROW);
    }

    @Test
    void aDocumentThatCannotBeReadIsNoDocument() {
        index.spoil(ROW);
        assertThat(state()).isEqualTo(DeadLetterState.OPEN);
    }

    @Test
    void aRowOfManyLettersIsLookedUpOnce() {
        AtomicInteger lookedUp = new AtomicInteger();
        index.beforeGet = lookedUp::incrementAndGet;
        DeadLetterStates states = new DeadLetterStates(index);
        for (int i = 0; i < 100; i++) {
            states.of(Optional.of(ROW));
        }
        assertThat(lookedUp).hasValue(1);
    }

    private DeadLetterState state() {
        return new DeadLetterStates(index).of(Optional.of(ROW));
    }
}
