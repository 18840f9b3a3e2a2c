/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import java.time.Duration;
import java.util.Objects;

/**
 * How patient a verification is with an index under live writes.
 *
 * @param settle how long a difference is left alone before row and document are looked at again
 * @param attempts how often that is done before the difference counts
 * @param rechecks differences that may be waiting for it at a time; what goes beyond counts at once, unconfirmed
 * @param samples differences that the report names
 */
public record VerifyOptions(Duration settle, int attempts, int rechecks, int samples) {
    public VerifyOptions {
        Objects.requireNonNull(settle, "settle");
        if (attempts < 0 || rechecks < 0 || samples < 0) {
            throw new IllegalArgumentException("attempts, rechecks and samples are not negative");
        }
    }

    /** Five looks, a second apart, at up to 2,000 differences at a time; 100 samples. */
    public static VerifyOptions standard() {
        return new VerifyOptions(Duration.ofSeconds(1), 5, 2_000, 100);
    }
}
