/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.spi.RangeDigest;
import io.hbasesearch.elasticsearch.client.SourceJson;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RangeHashesTest {
    private static final long HALF = 1L << 32;

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                -1,
                Integer.MAX_VALUE,
                Integer.MIN_VALUE,
                HALF,
                -HALF,
                HALF - 1,
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                Long.MIN_VALUE + 1
            })
    void halvesFitIntoIntegersAndMakeUpTheHash(long hash) {
        assertThat(SourceJson.high(hash)).isBetween((long) Integer.MIN_VALUE, (long) Integer.MAX_VALUE);
        assertThat(SourceJson.low(hash)).isBetween((long) Integer.MIN_VALUE, (long) Integer.MAX_VALUE);
        assertThat((SourceJson.high(hash) << Integer.SIZE) + SourceJson.low(hash))
                .isEqualTo(hash);
    }

    @Test
    void sumsAreExactForAsManyOfTheLargestHalvesAsAreAllowed() {
        // Odd ones, so that a bit that is lost shows; added one by one, as the server does.
        for (long half : new long[] {Integer.MAX_VALUE, Integer.MIN_VALUE + 1}) {
            double sum = 0;
            for (int i = 0; i < RangeHashes.MOST; i++) {
                sum += half;
            }
            long expected = RangeHashes.MOST * half;
            assertThat(RangeHashes.digest(RangeHashes.MOST, sum, sum))
                    .contains(new RangeDigest(RangeHashes.MOST, (expected << Integer.SIZE) + expected));
        }
    }

    @Test
    void ofMoreDocumentsThereIsNoDigest() {
        assertThat(RangeHashes.digest(RangeHashes.MOST, 0, 0)).isPresent();
        assertThat(RangeHashes.digest(RangeHashes.MOST + 1L, 0, 0)).isEmpty();
    }

    @Test
    void hashesWrapAroundWhenTheyAreAddedUp() {
        long[] hashes = {Long.MAX_VALUE, Long.MAX_VALUE, 5, Long.MIN_VALUE};
        double high = LongStream.of(hashes).map(SourceJson::high).sum();
        double low = LongStream.of(hashes).map(SourceJson::low).sum();
        RangeDigest expected = RangeDigest.empty();
        for (long hash : hashes) {
            expected = expected.plus(hash);
        }
        assertThat(RangeHashes.digest(hashes.length, high, low)).contains(expected);
    }
}
