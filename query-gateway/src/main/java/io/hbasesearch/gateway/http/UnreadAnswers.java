/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.javalin.http.Context;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Limits answers that wait for their callers to read, because each holds a thread. Answers to admitted requests hold a place, and the
 * number of places is bounded. All other answers, such as documents that need no key and rejections, are bounded here: one more that waits
 * closes the connection of the one that has waited longest. Callers that do not read therefore take no thread from others. Safe for use by
 * several threads.
 */
public final class UnreadAnswers {
    /** Fewer than a listener's spare threads. */
    private static final int MOST = 8;

    private static final String PLACE = UnreadAnswers.class.getName() + ".place";

    /** Waiting writes, longest waiting first. */
    private final Set<Write> waiting = new LinkedHashSet<>(); // guarded by this

    UnreadAnswers() {}

    /** Marks the answer to this request as written while holding a place, which bounds the number of such answers. */
    public static void hasPlace(Context context) {
        connection(ServletContextRequest.getServletContextRequest(context.req()))
                .setAttribute(PLACE, true);
    }

    /** Returns the request's connection, whose requests come one after the other. */
    private static ConnectionMetaData connection(Request request) {
        return request.getConnectionMetaData();
    }

    Response watch(Request request, Response response) {
        connection(request).removeAttribute(PLACE);
        return new Watched(request, response);
    }

    private final class Watched extends Response.Wrapper {
        Watched(Request request, Response response) {
            super(request, response);
        }

        @Override
        public void write(boolean last, ByteBuffer bytes, Callback callback) {
            ConnectionMetaData connection = connection(getRequest());
            if (connection.getAttribute(PLACE) != null) {
                super.write(last, bytes, callback);
                return;
            }
            Write write = new Write(callback, connection.getConnection().getEndPoint());
            super.write(last, bytes, write);
            longestInPlaceOf(write).ifPresent(longest -> longest.connection.close());
        }
    }

    /** Returns the write whose connection must be closed. Never closes it under the lock: Jetty calls back. */
    private synchronized Optional<Write> longestInPlaceOf(Write write) {
        if (write.isDone) {
            return Optional.empty();
        }
        waiting.add(write);
        if (waiting.size() <= MOST) {
            return Optional.empty();
        }
        Iterator<Write> all = waiting.iterator();
        Write longest = all.next();
        all.remove();
        return Optional.of(longest);
    }

    private synchronized void done(Write write) {
        write.isDone = true;
        waiting.remove(write);
    }

    /** Write of a part of an answer. */
    private final class Write extends Callback.Nested {
        private final EndPoint connection;
        private boolean isDone; // guarded by UnreadAnswers.this

        Write(Callback callback, EndPoint connection) {
            super(callback);
            this.connection = connection;
        }

        @Override
        public void succeeded() {
            done(this);
            super.succeeded();
        }

        @Override
        public void failed(Throwable failure) {
            done(this);
            super.failed(failure);
        }
    }
}
