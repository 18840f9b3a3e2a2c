/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.client;

import co.elastic.clients.transport.rest_client.SafeResponseConsumer;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.http.ContentTooLongException;
import org.apache.http.HttpResponse;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.elasticsearch.client.HeapBufferedAsyncResponseConsumer;
import org.elasticsearch.client.HttpAsyncResponseConsumerFactory;
import org.elasticsearch.client.RequestOptions;

/**
 * Limits the memory that one answer takes. The client's own limit applies to answers with a length: one without, such as that
 * of a web server on a wrong port, would be buffered until memory is full. Immutable.
 */
public final class BoundedAnswers implements HttpAsyncResponseConsumerFactory {
    private static final int MOST_BYTES = 100 << 20;
    private static final int LEAST_BYTES = 16 << 20;
    private static final int PARTS_OF_HEAP = 8;

    /** The limit for requests that set no other. */
    public static final RequestOptions OPTIONS = upTo((int)
            Math.max(LEAST_BYTES, Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / PARTS_OF_HEAP)));

    private final int bytes;

    private BoundedAnswers(int bytes) {
        this.bytes = bytes;
    }

    static RequestOptions upTo(int bytes) {
        return RequestOptions.DEFAULT.toBuilder()
                .setHttpAsyncResponseConsumerFactory(new BoundedAnswers(bytes))
                .build();
    }

    @Override
    public HttpAsyncResponseConsumer<HttpResponse> createHttpAsyncResponseConsumer() {
        // As in the client: an exception for one answer must not end the thread that reads all of them.
        return new SafeResponseConsumer<>(counting());
    }

    private HttpAsyncResponseConsumer<HttpResponse> counting() {
        return new HeapBufferedAsyncResponseConsumer(bytes) {
            private long read;

            @Override
            protected void onContentReceived(ContentDecoder decoder, IOControl control) throws IOException {
                super.onContentReceived(
                        new ContentDecoder() {
                            @Override
                            public int read(ByteBuffer into) throws IOException {
                                int now = decoder.read(into);
                                read += Math.max(0, now);
                                if (read > bytes) {
                                    throw new ContentTooLongException("the answer is longer than " + bytes + " bytes");
                                }
                                return now;
                            }

                            @Override
                            public boolean isCompleted() {
                                return decoder.isCompleted();
                            }
                        },
                        control);
            }
        };
    }
}
