/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.session;

import io.hbasesearch.core.error.ExitCode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import sun.misc.Signal;

/**
 * Handles SIGINT, SIGTERM and SIGHUP. A command that has something to shut down calls {@link #handle()} and then waits on this
 * or checks it between steps; for all others a signal ends the process at once, which is the JVM's default. A second Ctrl-C
 * ends the process at once. Safe for use by several threads.
 */
public final class StopSignal {
    private static final String INTERRUPT = "INT";

    // A command may run inside another one: the outer one handles signals, and interrupts the thread of both.
    private static final AtomicBoolean TAKEN = new AtomicBoolean();

    // Launchers such as timeout(1) signal the process and then its group: that is one request, not two.
    private static final long SAME_NANOS = Duration.ofMillis(500).toNanos();

    private final CountDownLatch received = new CountDownLatch(1);
    private final AtomicReference<String> name = new AtomicReference<>();
    // Separate from the name: a signal raised by raise() must not make the next one look like the user's second.
    private final AtomicLong firstNanos = new AtomicLong();

    /**
     * Records the first signal from now on instead of ending the process; does nothing if this process already handles signals.
     */
    @SuppressWarnings("sunapi")
    public void handle() {
        if (TAKEN.compareAndSet(false, true)) {
            for (String signal : new String[] {INTERRUPT, "TERM", "HUP"}) {
                Signal.handle(new Signal(signal), caught -> onSignal(caught.getName()));
            }
        }
    }

    private void onSignal(String signal) {
        long now = System.nanoTime();
        if (firstNanos.compareAndSet(0, now)) {
            raise(signal);
        } else if (signal.equals(INTERRUPT) && now - firstNanos.get() > SAME_NANOS) {
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
        }
    }

    /** Acts as if {@code signal} (INT, TERM or HUP) had been received. */
    public void raise(String signal) {
        name.compareAndSet(null, signal);
        received.countDown();
    }

    public boolean isReceived() {
        return received.getCount() == 0;
    }

    /** Returns true if the received signal is Ctrl-C. */
    public boolean isInterrupt() {
        return INTERRUPT.equals(name.get());
    }

    public Optional<String> signal() {
        return Optional.ofNullable(name.get());
    }

    public void await() throws InterruptedException {
        received.await();
    }

    /** @return true if a signal was received within {@code timeout} */
    public boolean await(Duration timeout) throws InterruptedException {
        return received.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }
}
