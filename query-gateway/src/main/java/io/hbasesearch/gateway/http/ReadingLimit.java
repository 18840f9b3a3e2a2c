/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.javalin.http.Context;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes a connection whose caller takes too long to read an answer or to send a body, while the request keeps its place from others. The
 * idle timeout is not sufficient, because it restarts with each byte. Applies until this limit is closed; for one thread.
 */
final class ReadingLimit implements AutoCloseable {
    private static final Duration LEAST = Duration.ofSeconds(30);
    /** Rate of a slow line; a longer answer should be requested in pages, or as a stream. */
    private static final int BYTES_PER_MILLI = 128;

    private final Scheduler.Task task;

    private ReadingLimit(Scheduler.Task task) {
        this.task = task;
    }

    static ReadingLimit ofAnswer(Context context, int bytes) {
        return of(context, LEAST.plusMillis(bytes / BYTES_PER_MILLI));
    }

    static ReadingLimit of(Context context, Duration time) {
        Request request = ServletContextRequest.getServletContextRequest(context.req());
        EndPoint connection = request.getConnectionMetaData().getConnection().getEndPoint();
        return new ReadingLimit(request.getComponents()
                .getScheduler()
                .schedule(connection::close, time.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Override
    public void close() {
        task.cancel();
    }
}
