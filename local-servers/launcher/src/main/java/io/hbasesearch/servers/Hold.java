/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Holds back traffic of a {@link TcpRelay}, from the first request with a given text until the release. Thread-safe. */
abstract sealed class Hold implements AutoCloseable permits HeldReplies, HeldRequest {
    /** The maximum length of the text. */
    static final int MAX_TEXT = 200;

    private final String requestText;
    private final Consumer<Hold> onRelease;
    private final AtomicBoolean caught = new AtomicBoolean();
    private final CountDownLatch requestSeen = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    /** @param onRelease makes the relay forget this hold; called at each release */
    Hold(String requestText, Consumer<Hold> onRelease) {
        this.requestText = Objects.requireNonNull(requestText, "requestText");
        this.onRelease = onRelease;
        if (requestText.length() > MAX_TEXT) {
            throw new IllegalArgumentException(
                    "The text must have at most %d characters: %s".formatted(MAX_TEXT, requestText));
        }
    }

    /** Waits until such a request is sent to the relay; returns false if none comes in time. */
    public boolean awaitRequest(Duration timeout) throws InterruptedException {
        return requestSeen.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Passes on the held traffic and catches no later requests. Idempotent. */
    public void release() {
        onRelease.accept(this);
        released.countDown();
    }

    @Override
    public void close() {
        release();
    }

    /** Tells if a text contains the awaited one; true at most once. */
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
