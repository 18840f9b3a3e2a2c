/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** What a {@link TcpRelay} holds back from the first request on that contains a text, until it is released. Thread-safe. */
abstract sealed class Hold implements AutoCloseable permits HeldReplies, HeldRequest {
    /** The longest text that can be waited for. */
    static final int MAX_TEXT = 200;

    private final String requestText;
    private final Consumer<Hold> onRelease;
    private final AtomicBoolean caught = new AtomicBoolean();
    private final CountDownLatch requestSeen = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    /** @param onRelease has the relay forget this; called each time that it is released */
    Hold(String requestText, Consumer<Hold> onRelease) {
        this.requestText = Objects.requireNonNull(requestText, "requestText");
        this.onRelease = onRelease;
        if (requestText.length() > MAX_TEXT) {
            throw new IllegalArgumentException(
                    "The text may have %d characters at most: %s".formatted(MAX_TEXT, requestText));
        }
    }

    /** Waits until such a request was sent to the relay. Returns false when none came in time. */
    public boolean awaitRequest(Duration timeout) throws InterruptedException {
        return requestSeen.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Passes on what is held; later requests are not caught any more. Idempotent. */
    public void release() {
        onRelease.accept(this);
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
