/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A request that a {@link TcpRelay} keeps from the server: the first one that contains a text. Closing sends it on; the
 * relay's own close does so too, and cutting its connections drops it. Thread-safe.
 */
public final class HeldRequest implements AutoCloseable {
    private final String requestText;
    private final Consumer<HeldRequest> onClose;
    private final AtomicBoolean caught = new AtomicBoolean();
    private final CountDownLatch requestSeen = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    HeldRequest(String requestText, Consumer<HeldRequest> onClose) {
        this.requestText = requestText;
        this.onClose = onClose;
        if (requestText.isEmpty() || requestText.length() > HeldReplies.MAX_TEXT) {
            throw new IllegalArgumentException(
                    "The text must have 1 to %d characters: %s".formatted(HeldReplies.MAX_TEXT, requestText));
        }
    }

    /** Waits until such a request was sent; the server has not seen it. Returns false when none came in time. */
    public boolean awaitRequest(Duration timeout) throws InterruptedException {
        return requestSeen.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Sends it on; later requests are not caught any more. Idempotent. */
    public void release() {
        onClose.accept(this);
        released.countDown();
    }

    @Override
    public void close() {
        release();
    }

    /** Whether this text is what it waits for; true at most once. */
    boolean catches(String text) {
        boolean hit = text.contains(requestText) && caught.compareAndSet(false, true);
        if (hit) {
            requestSeen.countDown();
        }
        return hit;
    }

    boolean awaitRelease(Duration timeout) throws InterruptedException {
        return released.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }
}
