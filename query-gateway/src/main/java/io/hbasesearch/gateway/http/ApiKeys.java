/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.config.ApiKeysFile;
import io.hbasesearch.core.config.FileWatch;
import io.hbasesearch.core.config.GatewayConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.CheckResult;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

    private final Optional<FileWatch<List<ApiKey>>> watch;
    private volatile List<Known> inForce;
    private @Nullable FailedAuthentications failures; // guarded by this

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
        this.inForce = known(List.copyOf(keys));
        this.watch = file.map(named ->
                new FileWatch<>("api-keys", "API keys", interval, List.copyOf(keys), () -> read(named), this::takeUp));
    }

    /**
     * Creates the keys of a configuration.
     *
     * @throws HBaseSearchException CONFIGURATION_INVALID if a key is blank or listed twice
     */
    public static ApiKeys of(GatewayConfig config) {
        return new ApiKeys(config.keys().apiKeys(), config.keys().file(), INTERVAL);
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
        return watch.map(FileWatch::check).orElseGet(CheckResult::healthy);
    }

    /** Tells whether the keys may change, so that {@link #check} has something to report. */
    public boolean isWatched() {
        return watch.isPresent();
    }

    void start() {
        watch.ifPresent(FileWatch::start);
    }

    /** Reads the file once. For one thread. */
    void look() {
        watch.orElseThrow().look();
    }

    private static List<ApiKey> read(ApiKeysFile file) {
        try {
            return file.read();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("gateway.apiKeysFile names " + e.getMessage(), e);
        }
    }

    private void takeUp(List<ApiKey> keys) {
        if (!keys.equals(inForce.stream().map(Known::key).toList())) {
            int before = inForce.size();
            inForce = known(keys);
            LOG.info("{} API keys are in force now, previously {}", keys.size(), before);
        }
    }

    /** Stops reading the file. Idempotent. */
    @Override
    public void close() {
        watch.ifPresent(FileWatch::close);
    }
}
