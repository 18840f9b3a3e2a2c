/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * Writes a long answer while its caller reads fast enough. The caller must read at least 4 KB for each second that the writer waits for it,
 * over a minute. A slower caller causes a {@link SlowReaderException}, after which the end may still be written; a caller that reads almost
 * nothing loses the connection. For one thread.
 */
public final class PacedOutput extends OutputStream {
    /** Time of waiting for the caller over which the rate is measured. */
    public static final Duration WINDOW = Duration.ofSeconds(60);

    public static final int BYTES_PER_SECOND = 4_096;

    private static final long LEAST_BYTES = WINDOW.toSeconds() * BYTES_PER_SECOND;

    private final OutputStream to;
    private final LongSupplier nanoClock;
    private final IntFunction<AutoCloseable> limits;
    private long waitedNanos;
    private long bytes;
    private boolean isTooSlow;

    /** @param limits starts a limit of the time for writing this number of bytes; the connection is closed after it */
    PacedOutput(OutputStream to, LongSupplier nanoClock, IntFunction<AutoCloseable> limits) {
        this.to = to;
        this.nanoClock = nanoClock;
        this.limits = limits;
    }

    /** Returns the output of an answer's body. */
    public static PacedOutput of(Context context) {
        return new PacedOutput(
                context.outputStream(),
                System::nanoTime,
                length -> ReadingLimit.of(context, WINDOW.plusSeconds(length / BYTES_PER_SECOND)));
    }

    /** Thrown once: what was written so far is sent, and more may be written. */
    public static final class SlowReaderException extends IOException {
        private static final long serialVersionUID = 1L;

        public SlowReaderException() {
            super("the answer is read too slowly");
        }
    }

    @Override
    public void write(int single) throws IOException {
        write(new byte[] {(byte) single});
    }

    /** @throws SlowReaderException if the caller has read too little for a minute */
    @Override
    public void write(byte[] part, int from, int length) throws IOException {
        waitFor(length, () -> to.write(part, from, length));
    }

    /** @throws SlowReaderException if the caller has read too little for a minute */
    @Override
    public void flush() throws IOException {
        waitFor(0, to::flush);
    }

    @FunctionalInterface
    private interface Part {
        void send() throws IOException;
    }

    private void waitFor(int length, Part part) throws IOException {
        long began = nanoClock.getAsLong();
        AutoCloseable limit = limits.apply(length);
        try {
            part.send();
        } finally {
            close(limit);
        }
        waitedNanos += nanoClock.getAsLong() - began;
        bytes += length;
        if (waitedNanos >= WINDOW.toNanos()) {
            check();
        }
    }

    private void check() throws SlowReaderException {
        boolean tooFew = bytes < LEAST_BYTES;
        waitedNanos = 0;
        bytes = 0;
        if (tooFew && !isTooSlow) {
            isTooSlow = true;
            throw new SlowReaderException();
        }
    }

    private static void close(AutoCloseable limit) {
        try {
            limit.close();
        } catch (Exception e) {
            throw new IllegalStateException("cancelling a timer failed", e);
        }
    }
}
