/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.List;
import java.util.Objects;

/**
 * Receives the result of each operation of a batch exactly once, many at a time, as soon as it is known, so that an operation that
 * cannot be written for hours does not delay others. The writer's threads call it, several at once: it must neither block nor throw.
 */
public interface WriteListener {
    /** Receives completed operations with their {@link WriteResult}. */
    void settled(List<Settled> part);

    /**
     * Receives an operation that is no longer tried. It is unknown whether the index has it.
     *
     * @param position of the operation in its batch
     * @param cause a {@link io.hbasesearch.core.error.HBaseSearchException} of class FATAL when nothing can be written until an
     *     operator acts, a {@link java.util.concurrent.CancellationException} when the writer was closed or the hand-over interrupted
     */
    void failed(int position, Throwable cause);

    /** @param position of the operation in its batch */
    record Settled(int position, WriteResult result) {
        public Settled {
            Objects.requireNonNull(result, "result");
        }
    }
}
