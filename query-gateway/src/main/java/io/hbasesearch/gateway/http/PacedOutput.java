/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * Writes a long answer as long as its caller takes enough of it: 4 KB in each second that the writer waits for the caller, over a
 * minute. What takes less is told by {@link SlowReaderException}, after which the end may still be written; a caller who takes next to
 * nothing loses the connection. For one thread.
 */
public final class PacedOutput extends OutputStream {
    /** Of waiting for the caller. */
    public static final Duration WINDOW = Duration.ofSeconds(60);

    public static final int BYTES_PER_SECOND = 4_096;

    private static final long LEAST_BYTES = WINDOW.toSeconds() * BYTES_PER_SECOND;

    private final OutputStream to;
    private final LongSupplier nanoClock;
    private final IntFunction<AutoCloseable> limits;
    private long waitedNanos;
    private long bytes;
    private boolean isTooSlow;

    /** @param limits how long so many bytes may take before the connection is closed */
    PacedOutput(OutputStream to, LongSupplier nanoClock, IntFunction<AutoCloseable> limits) {
        this.to = to;
        this.nanoClock = nanoClock;
        this.limits = limits;
    }

    /** The body of an answer. */
    public static PacedOutput of(Context context) {
        return new PacedOutput(
                context.outputStream(),
                System::nanoTime,
                length -> ReadingLimit.of(context, WINDOW.plusSeconds(length / BYTES_PER_SECOND)));
    }

    /** Thrown once: what was written so far is on its way, and more may be written. */
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

    /** @throws SlowReaderException if the caller has taken too little for a minute */
    @Override
    public void write(byte[] part, int from, int length) throws IOException {
        waitFor(length, () -> to.write(part, from, length));
    }

    /** @throws SlowReaderException if the caller has taken too little for a minute */
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
            throw new IllegalStateException("a timer is cancelled without failure", e);
        }
    }
}
