/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.event.Payload;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.UnreadableEventException;
import io.hbasesearch.indexer.kafka.DeadLetterReader.Truncation;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of an event that a dead letter holds: all of it, if it fits. Replay reads the row again and needs only the row's key, so
 * an event that is too large for the topic must not stop its index. Immutable.
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
record TruncatedEvent(byte @Nullable [] bytes, Optional<Truncation> truncated) {
    static TruncatedEvent of(byte @Nullable [] event, int maxBytes) {
        if (event == null || event.length <= maxBytes) {
            return new TruncatedEvent(event, Optional.empty());
        }
        try {
            RowMutation fitted = RowMutations.fit(RowMutations.decode(event), maxBytes);
            if (fitted.getSerializedSize() > maxBytes && fitted.getRow().size() > RowKey.MAX_LENGTH) {
                return new TruncatedEvent(Arrays.copyOf(event, maxBytes), Optional.of(Truncation.BYTES));
            }
            Truncation truncation = fitted.getPayload() == Payload.KEYS ? Truncation.CELLS : Truncation.VALUES;
            return new TruncatedEvent(fitted.toByteArray(), Optional.of(truncation));
        } catch (UnreadableEventException e) {
            return new TruncatedEvent(Arrays.copyOf(event, maxBytes), Optional.of(Truncation.BYTES));
        }
    }
}
