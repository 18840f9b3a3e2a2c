/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.javalin.http.Context;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.concurrent.Semaphore;

/**
 * Drains the unread body of a request, such as one that is rejected. If a body remains, Jetty closes the connection after an answer that
 * does not say so; the next request on that connection then fails, although nothing is wrong with it.
 */
final class UnreadBody {
    /** Longer than a caller pauses between a request's headers and its body. */
    private static final long WAIT_NANOS = MILLISECONDS.toNanos(1_000);

    /** Limits the waiting threads of the whole process, so that unauthenticated callers that send no body block no more than these. */
    private static final Semaphore WAITING = new Semaphore(4);

    private static final long PAUSE_MILLIS = 2;
    private static final long MAX_BYTES = 1024 * 1024;
    private static final String SETTLED = UnreadBody.class.getName() + ".settled";

    private UnreadBody() {}

    /** Records that the body of this request was read to its end. */
    static void isRead(Context context) {
        context.attribute(SETTLED, true);
    }

    /** Drains a body of moderate size that arrives without delay; for any other, the answer announces that the connection closes. */
    static void settle(Context context) {
        HttpServletRequest request = context.req();
        if (context.attribute(SETTLED) != null || !hasBody(request)) {
            return;
        }
        if (!isToBeSkipped(request) || !skip(request)) {
            context.header("Connection", "close");
        }
        context.attribute(SETTLED, true);
    }

    private static boolean hasBody(HttpServletRequest request) {
        return request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
    }

    /**
     * Tells whether to drain the body. A chunked body does not announce its size, and a caller that sends Expect gets the answer instead.
     */
    private static boolean isToBeSkipped(HttpServletRequest request) {
        return request.getContentLengthLong() > 0
                && request.getContentLengthLong() <= MAX_BYTES
                && request.getHeader("Expect") == null;
    }

    /** Drains the body; returns whether its end was reached. */
    private static boolean skip(HttpServletRequest request) {
        boolean mayWait = WAITING.tryAcquire();
        try {
            return skip(request.getInputStream(), request.getContentLengthLong(), mayWait ? WAIT_NANOS : 0);
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            if (mayWait) {
                WAITING.release();
            }
        }
    }

    private static boolean skip(ServletInputStream body, long bytes, long waitNanos)
            throws IOException, InterruptedException {
        long until = System.nanoTime() + waitNanos;
        long left = bytes;
        while (left > 0) {
            int here = body.available();
            if (here > 0) {
                left -= body.skip(here);
            } else if (System.nanoTime() - until < 0) {
                Thread.sleep(PAUSE_MILLIS);
            } else {
                return false;
            }
        }
        return body.read() == -1;
    }
}
