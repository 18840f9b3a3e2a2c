/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.List;
import java.util.Objects;

/**
 * Hears of each operation of a batch exactly once what became of it, many at a time, as soon as it is known: so one that cannot be
 * written for hours holds up no other. Called by the writer's threads, by several at once: it must neither block nor throw.
 */
public interface WriteListener {
    /** Operations that it is over with, as {@link WriteResult} says. */
    void settled(List<Settled> part);

    /**
     * Nobody tries to write this operation any more; whether the index holds it is not known.
     *
     * @param position of the operation in its batch
     * @param cause a {@link io.hbasesearch.core.error.HBaseSearchException} of class FATAL when nothing can be written until
     *     somebody acts, a {@link java.util.concurrent.CancellationException} when the writer was closed or the hand-over interrupted
     */
    void failed(int position, Throwable cause);

    /** @param position of the operation in its batch */
    record Settled(int position, WriteResult result) {
        public Settled {
            Objects.requireNonNull(result, "result");
        }
    }
}
