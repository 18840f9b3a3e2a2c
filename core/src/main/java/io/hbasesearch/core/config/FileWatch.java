/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import io.hbasesearch.core.concurrent.BackgroundTask;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.WatchHealth;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls files of the configuration while a process runs. Passes their content on once two polls in a row read the same, because an
 * editor may still be writing. Files with a problem change nothing, and {@link #check} reports the problem. {@link #start}, {@link
 * #check} and {@link #close} are for any thread; owns its thread.
 */
public final class FileWatch<T> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FileWatch.class);

    private final String what;
    private final Supplier<T> files;
    private final Function<T, Object> compared;
    private final Consumer<T> settled;
    private final WatchHealth looks;
    private final BackgroundTask task;
    private volatile boolean isStarted;
    private volatile String trouble = "";
    /** The content of the last successful poll, as compared. For the polling thread. */
    private Object seen;

    /**
     * Does no I/O.
     *
     * @param thread name of the thread
     * @param what the files define, in the plural
     * @param first content that is in force at the start
     * @param files reads the files as a whole, or throws with all of their problems
     * @param settled receives what two polls in a row have read, after each such poll; it may throw with a problem of the content
     */
    public FileWatch(String thread, String what, Duration interval, T first, Supplier<T> files, Consumer<T> settled) {
        this(thread, what, interval, first, files, all -> all, settled);
    }

    /** @param compared the part of the content that must be the same in two polls */
    public FileWatch(
            String thread,
            String what,
            Duration interval,
            T first,
            Supplier<T> files,
            Function<T, Object> compared,
            Consumer<T> settled) {
        this.compared = Objects.requireNonNull(compared, "compared");
        this.what = Objects.requireNonNull(what, "what");
        this.files = Objects.requireNonNull(files, "files");
        this.settled = Objects.requireNonNull(settled, "settled");
        this.seen = compared.apply(Objects.requireNonNull(first, "first"));
        this.looks = new WatchHealth("the watch of " + what, interval);
        this.task = new BackgroundTask(thread, interval, this::look);
    }

    /** Starts to poll. Idempotent. */
    public synchronized void start() {
        if (!isStarted) {
            isStarted = true;
            task.startAfterInterval();
        }
    }

    /** Returns a warning while the files have a problem. Fails only if the thread no longer polls. */
    public CheckResult check() {
        CheckResult said = trouble.isEmpty() ? CheckResult.healthy() : CheckResult.warning(trouble);
        return isStarted ? looks.check().and(said) : said;
    }

    /** Polls once; must be called by one thread. After any failure, the next poll tries again. */
    public void look() {
        try {
            T read = files.get();
            Object now = compared.apply(read);
            boolean isSettled = now.equals(seen);
            seen = now;
            if (isSettled) {
                settled.accept(read);
                recovered();
            }
        } catch (RuntimeException | LinkageError e) {
            // The jar of an extension may lack a class that it needs.
            tell(String.valueOf(e.getMessage()));
        }
        looks.succeeded();
    }

    private void recovered() {
        if (!trouble.isEmpty()) {
            LOG.info("{} can be read again", what);
            trouble = "";
        }
    }

    /** Reports a problem once, until it changes. */
    private void tell(String problem) {
        String told = what + " stay as this process read them before: "
                + problem.lines().collect(Collectors.joining(" ")) + "; run: hbase-search config check";
        if (!told.equals(trouble)) {
            LOG.warn(told);
            trouble = told;
        }
    }

    @Override
    public void close() {
        task.close();
    }
}
