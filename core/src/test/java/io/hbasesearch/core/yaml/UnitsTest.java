/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class UnitsTest {
    @Test
    void readsDurations() {
        assertThat(Units.parseDuration("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(Units.parseDuration("2 s")).isEqualTo(Duration.ofSeconds(2));
        assertThat(Units.parseDuration("90m")).isEqualTo(Duration.ofMinutes(90));
        assertThat(Units.parseDuration("24h")).isEqualTo(Duration.ofDays(1));
        assertThat(Units.parseDuration("7d")).isEqualTo(Duration.ofDays(7));
    }

    @Test
    void readsSizes() {
        assertThat(Units.parseSize("512B")).isEqualTo(512);
        assertThat(Units.parseSize("64kb")).isEqualTo(65_536);
        assertThat(Units.parseSize("16MB")).isEqualTo(16L << 20);
        assertThat(Units.parseSize("16MiB")).isEqualTo(16L << 20);
        assertThat(Units.parseSize("2GB")).isEqualTo(2L << 30);
    }

    @Test
    void refusesWhatHasNoUnitOrNoEnd() {
        for (String wrong : new String[] {"", "5", "s", "-1s", "1.5s", "5 weeks", "5MS", "999999999999999d"}) {
            assertThatThrownBy(() -> Units.parseDuration(wrong)).as(wrong).isInstanceOf(IllegalArgumentException.class);
        }
        for (String wrong : new String[] {"", "5", "MB", "-1MB", "1.5MB", "5TB", "999999999999999GB"}) {
            assertThatThrownBy(() -> Units.parseSize(wrong)).as(wrong).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void writesWhatItReads() {
        for (String text : new String[] {"0ms", "1500ms", "2s", "90s", "2m", "3h", "2d"}) {
            assertThat(Units.duration(Units.parseDuration(text))).isEqualTo(text);
        }
        for (String text : new String[] {"0B", "1025B", "3KB", "5MB", "7GB"}) {
            assertThat(Units.size(Units.parseSize(text))).isEqualTo(text);
        }
    }
}
