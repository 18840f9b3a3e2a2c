/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The replies that a {@link TcpRelay} holds back: on the one connection whose request contained a text, or on all. Closing
 * releases them; the relay's own close does so too. Thread-safe.
 */
public final class HeldReplies implements AutoCloseable {
    /** The longest text that can be waited for. */
    static final int MAX_TEXT = 200;

    private final String requestText;
    private final Consumer<HeldReplies> onClose;
    private final AtomicBoolean caught = new AtomicBoolean();
    private final CountDownLatch requestSeen = new CountDownLatch(1);
    private final CountDownLatch replyArrived = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    HeldReplies(String requestText, Consumer<HeldReplies> onClose) {
        this.requestText = Objects.requireNonNull(requestText, "requestText");
        this.onClose = onClose;
        if (requestText.length() > MAX_TEXT) {
            throw new IllegalArgumentException(
                    "The text may have %d characters at most: %s".formatted(MAX_TEXT, requestText));
        }
    }

    /** Waits until such a request is on its way to the server. Returns false when none came in time. */
    public boolean awaitRequest(Duration timeout) throws InterruptedException {
        return requestSeen.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Waits until the server has answered it, and so has done what was asked; the client has not heard. */
    public boolean awaitReply(Duration timeout) throws InterruptedException {
        return replyArrived.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Passes the replies on; later requests are not caught any more. Idempotent. */
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

    void replyArrived() {
        replyArrived.countDown();
    }

    boolean awaitRelease(Duration timeout) throws InterruptedException {
        return released.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }
}
