/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.remote;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends HTTP requests with a limit on the time until the whole response has arrived, and on its length. The timeout of Java's client
 * ends with the response's headers, so a server that sends the body a byte at a time, or endlessly, would block the reader. Safe for
 * use by several threads.
 */
public final class BoundedHttp {
    private final HttpClient http;
    private final Duration timeout;
    private final int largest;

    /**
     * Does no I/O.
     *
     * @param connect the limit for connecting
     * @param timeout the limit for the whole exchange
     * @param largest body, in bytes
     */
    public BoundedHttp(Duration connect, Duration timeout, int largest) {
        this.http = HttpClient.newBuilder().connectTimeout(connect).build();
        this.timeout = Objects.requireNonNull(timeout, "timeout");
        this.largest = largest;
    }

    /** Sends a request and returns the whole response.
     *
     * @throws IOException with the reason, in words for users
     */
    public HttpResponse<byte[]> send(HttpRequest request) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> answer = http.sendAsync(request, head -> new Body(largest));
        try {
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new HttpTimeoutException("no complete response within " + timeout.toMillis() + " ms");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            String message = cause.getMessage();
            throw new IOException(
                    message == null || message.isEmpty() ? cause.getClass().getSimpleName() : message, cause);
        } finally {
            // Ends the exchange if it is still in progress; a complete response stays as it is.
            answer.cancel(true);
        }
    }

    /** Receives the body of one response; called by one thread at a time. */
    private static final class Body implements BodySubscriber<byte[]> {
        private final int largest;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
        private @Nullable Subscription subscription;

        Body(int largest) {
            this.largest = largest;
        }

        @Override
        public CompletionStage<byte[]> getBody() {
            return whole;
        }

        @Override
        public void onSubscribe(Subscription given) {
            subscription = given;
            given.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            for (ByteBuffer buffer : buffers) {
                if (buffer.remaining() > largest - bytes.size()) {
                    Objects.requireNonNull(subscription, "subscription").cancel();
                    whole.completeExceptionally(new IOException("the response is longer than " + largest + " bytes"));
                    return;
                }
                byte[] part = new byte[buffer.remaining()];
                buffer.get(part);
                bytes.writeBytes(part);
            }
        }

        @Override
        public void onError(Throwable failure) {
            whole.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            whole.complete(bytes.toByteArray());
        }
    }
}
