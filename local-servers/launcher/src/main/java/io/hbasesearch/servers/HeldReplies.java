/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The replies that a {@link TcpRelay} holds back: on the one connection whose request contained a text, or on all. The request
 * itself goes on to the server. Closing releases the replies; the relay's own close does so too. Thread-safe.
 */
public final class HeldReplies extends Hold {
    private final CountDownLatch replyArrived = new CountDownLatch(1);

    HeldReplies(String requestText, Consumer<Hold> onRelease) {
        super(requestText, onRelease);
    }

    /** Waits until the server has answered it, and so has done what was asked; the client has not heard. */
    public boolean awaitReply(Duration timeout) throws InterruptedException {
        return replyArrived.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    void replyArrived() {
        replyArrived.countDown();
    }
}
