/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {
    private static Options options(Size size, int rounds) {
        return new Options(
                size, rounds, 4, Options.Shape.STANDARD, List.of(), Options.Conditions.STANDARD, Options.Mode.STANDARD);
    }

    @Test
    void oneRoundHasNoInterval() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options(new Size(1, 0), 1))
                .withMessageContaining("--rounds is at least 2");
        assertThat(options(new Size(1, 0), 2).rounds()).isEqualTo(2);
    }

    @Test
    void anOutageTakesTime() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Options(
                        new Size(1, 0),
                        5,
                        4,
                        Options.Shape.STANDARD,
                        List.of(),
                        new Options.Conditions(0.5, 0),
                        Options.Mode.STANDARD))
                .withMessageContaining("--outage is at least 1");
    }

    @Test
    void argumentsAreThoseOfTheCommandLine() {
        assertThat(options(new Size(10, 1, 3), 5).arguments())
                .isEqualTo("--rows 10 --rounds 5 --warm-ups 1 --seconds 3 --document-bytes 1024 --partitions 4"
                        + " --threads 4 --share 0.5 --outage 600");
        assertThat(options(new Size(10, 1), 5).arguments()).doesNotContain("--seconds");
        assertThat(new Options(
                                new Size(10, 1),
                                5,
                                4,
                                Options.Shape.STANDARD,
                                List.of(Server.HBASE),
                                Options.Conditions.STANDARD,
                                new Options.Mode(true, true))
                        .arguments())
                .endsWith(" --separate --quick --profile");
    }

    @Test
    void aSizeKeepsWhatNobodyWantsOtherwise() {
        Size size = new Size(10, 1, 3);
        assertThat(size.with(null, null, null)).isEqualTo(size);
        assertThat(size.with(20, 0, 4)).isEqualTo(new Size(20, 0, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> size.with(null, null, 0));
    }

    @Test
    void secondsHaveNoEffectOnALoadOfRows() {
        assertThat(new Size(10, 1).with(null, null, 4)).isEqualTo(new Size(10, 1));
    }
}
