/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.config.ApiKeysFile;
import io.hbasesearch.core.config.GatewayConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.WatchHealth;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the API keys in force. If they come from a file, it is read again while the process runs. A change takes effect once two reads in a
 * row return the same, because half a file may grant more than the whole; a file with a problem changes nothing. Once there was a key,
 * there is always one. {@link #find} and {@link #check} are for any thread; owns its thread.
 */
public final class ApiKeys implements AutoCloseable {
    /** Name of this component in health reports. */
    public static final String COMPONENT = "API keys";

    static final Duration INTERVAL = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(ApiKeys.class);
    private static final Duration STOP = Duration.ofSeconds(5);

    private final Optional<ApiKeysFile> file;
    private final Duration interval;
    private final WatchHealth looks;
    private final CountDownLatch stop = new CountDownLatch(1);
    private volatile List<Known> inForce;
    private volatile String trouble = "";
    private volatile @Nullable Thread thread;

    private @Nullable FailedAuthentications failures; // guarded by this

    /** What the last look found. For the thread that looks. */
    private List<ApiKey> seen;

    /** A key with the digest that is compared. */
    @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
    private record Known(ApiKey key, byte[] digest) {}

    /**
     * Creates keys that do not change.
     *
     * @throws HBaseSearchException CONFIGURATION_INVALID if a key is blank or listed twice
     */
    public ApiKeys(List<ApiKey> keys) {
        this(keys, Optional.empty(), INTERVAL);
    }

    ApiKeys(List<ApiKey> keys, Optional<ApiKeysFile> file, Duration interval) {
        this.file = Objects.requireNonNull(file, "file");
        this.interval = Objects.requireNonNull(interval, "interval");
        this.looks = new WatchHealth("the watch of API keys", interval);
        this.seen = List.copyOf(keys);
        this.inForce = known(seen);
    }

    /**
     * Creates the keys of a configuration.
     *
     * @throws HBaseSearchException CONFIGURATION_INVALID if a key is blank or listed twice
     */
    public static ApiKeys of(GatewayConfig config) {
        return new ApiKeys(config.apiKeys(), config.keysFile(), INTERVAL);
    }

    private static List<Known> known(List<ApiKey> keys) {
        if (keys.stream().anyMatch(key -> key.secret().value().isBlank())) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "an API key is blank, so every client could present it",
                    "Set each key to a long random text, such as the output of: openssl rand -hex 24",
                    null);
        }
        List<Known> known =
                keys.stream().map(key -> new Known(key, key.digest())).toList();
        boolean isAnyTwice = IntStream.range(1, known.size()).anyMatch(i -> known.subList(0, i).stream()
                .anyMatch(other ->
                        MessageDigest.isEqual(other.digest(), known.get(i).digest())));
        if (isAnyTwice) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "an API key is listed twice, so the indexes that it opens are ambiguous",
                    "List it once, in gateway.apiKeys or in gateway.apiKeysFile, with all its indexes.",
                    null);
        }
        return known;
    }

    /**
     * The count of requests without one of these keys, the same for all listeners that take them.
     *
     * @param metrics where the first who asks has them counted
     */
    synchronized FailedAuthentications failures(Metrics metrics) {
        if (failures == null) {
            failures = new FailedAuthentications(metrics);
        }
        return failures;
    }

    /** How many there are; what was needed once stays so. */
    public int count() {
        return inForce.size();
    }

    /** Returns the caller with this key. Takes the same time for every key: all digests have one length, and all are compared. */
    Optional<Caller> find(String presented) {
        byte[] digest = ApiKey.digest(presented);
        List<Known> keys = inForce;
        Optional<Caller> found = Optional.empty();
        for (int i = 0; i < keys.size(); i++) {
            if (MessageDigest.isEqual(keys.get(i).digest(), digest)) {
                found = Optional.of(Caller.of(i + 1, keys.get(i).key()));
            }
        }
        return found;
    }

    /** Reports healthy, a warning while the file differs from the keys in force, or a failure if its thread no longer reads the file. */
    public CheckResult check() {
        CheckResult said = trouble.isEmpty() ? CheckResult.healthy() : CheckResult.warning(trouble);
        return thread == null ? said : looks.check().and(said);
    }

    /** Tells whether the keys may change, so that {@link #check} has something to report. */
    public boolean isWatched() {
        return file.isPresent();
    }

    synchronized void start() {
        if (file.isPresent() && thread == null) {
            thread = new Thread(this::run, "api-keys");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void run() {
        try {
            while (!stop.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
                look();
                looks.succeeded();
            }
        } catch (InterruptedException e) {
            // The process is stopping.
        }
    }

    /** Reads the file once. For one thread. Never throws, so that the next read is tried. */
    void look() {
        try {
            List<ApiKey> read = file.orElseThrow().read();
            boolean isSettled = read.equals(seen);
            seen = read;
            if (isSettled) {
                takeUp(read);
            }
        } catch (IllegalArgumentException e) {
            tell("gateway.apiKeysFile names " + e.getMessage());
        } catch (RuntimeException e) {
            tell(String.valueOf(e.getMessage()));
        }
    }

    private void takeUp(List<ApiKey> keys) {
        boolean isNew = !keys.equals(inForce.stream().map(Known::key).toList());
        if (isNew) {
            int before = inForce.size();
            inForce = known(keys);
            LOG.info("{} API keys are in force now, previously {}", keys.size(), before);
        }
        if (!trouble.isEmpty()) {
            LOG.info("the file of API keys can be read again");
            trouble = "";
        }
    }

    /** Reports a problem once, until it changes. */
    private void tell(String problem) {
        // Treat the next read as new, even if it equals the keys before.
        seen = List.of();
        String told = "API keys stay as this process read them before: " + problem + "; run: hbase-search config check";
        if (!told.equals(trouble)) {
            LOG.warn(told);
            trouble = told;
        }
    }

    /** Stops reading the file. Idempotent. */
    @Override
    public void close() {
        stop.countDown();
        Thread looking = thread;
        if (looking != null) {
            try {
                looking.join(STOP.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
