/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DateTextTest {
    private static String read(String pattern, String zone, String text) {
        return DateText.format(DateText.of(pattern, ZoneId.of(zone)).parseMillis(text));
    }

    @Test
    void readsIsoDatesAndTimes() {
        assertThat(read(null, "Z", "2024-02-29")).isEqualTo("2024-02-29T00:00:00.000Z");
        assertThat(read(null, "Z", "2024-02-29T13:14")).isEqualTo("2024-02-29T13:14:00.000Z");
        assertThat(read(null, "Z", "2024-02-29T13:14:15.123456Z")).isEqualTo("2024-02-29T13:14:15.123Z");
        assertThat(read(null, "Z", "2024-02-29T13:14:15+08:00")).isEqualTo("2024-02-29T05:14:15.000Z");
        assertThat(read(null, "Asia/Shanghai", "2024-02-29T13:14:15")).isEqualTo("2024-02-29T05:14:15.000Z");
        assertThat(read(null, "Asia/Shanghai", "2024-02-29T13:14:15Z")).isEqualTo("2024-02-29T13:14:15.000Z");
    }

    @Test
    void readsPatterns() {
        assertThat(read("yyyy-MM-dd HH:mm", "Z", "2024-02-29 13:14")).isEqualTo("2024-02-29T13:14:00.000Z");
        assertThat(read("uuuuMMdd", "Z", "20240229")).isEqualTo("2024-02-29T00:00:00.000Z");
        assertThat(read("d MMM yyyy h:mm a", "Z", "9 feb 2024 1:05 pm")).isEqualTo("2024-02-09T13:05:00.000Z");
        assertThat(read("EEE, d MMM yyyy HH:mm:ss Z", "Z", "Thu, 29 Feb 2024 13:14:15 +0800"))
                .isEqualTo("2024-02-29T05:14:15.000Z");
        assertThat(read("yyyy-MM-dd'T'HH:mm:ss.SSS VV", "Z", "2024-07-01T10:00:00.500 Europe/Vienna"))
                .isEqualTo("2024-07-01T08:00:00.500Z");
        assertThat(read("dd.MM.yy HH", "Europe/Vienna", "01.07.24 10")).isEqualTo("2024-07-01T08:00:00.000Z");
        assertThat(read("yyyy'Year'MM-dd", "Z", "2024Year02-01")).isEqualTo("2024-02-01T00:00:00.000Z");
    }

    @Test
    void refusesDatesThatDoNotExist() {
        DateText iso = DateText.of(null, ZoneOffset.UTC);
        DateText pattern = DateText.of("yyyy-MM-dd HH:mm", ZoneOffset.UTC);
        for (String wrong : new String[] {"2023-02-29", "2023-13-01", "2023-01-01T25:00", "yesterday", "", "2023"}) {
            assertThatThrownBy(() -> iso.parseMillis(wrong)).as(wrong).isInstanceOf(DateTimeException.class);
        }
        for (String wrong : new String[] {"2023-02-29 10:00", "2023-02-28 24:00", "2023-02-28", " 2023-02-28 10:00"}) {
            assertThatThrownBy(() -> pattern.parseMillis(wrong)).as(wrong).isInstanceOf(DateTimeException.class);
        }
    }

    @Test
    void refusesYearsThatIsoWritesWithASign() {
        assertThat(DateText.format(Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli()))
                .isEqualTo("9999-12-31T23:59:59.999Z");
        for (long millis : new long[] {Long.MIN_VALUE, Long.MAX_VALUE, 253_402_300_800_000L, -62_135_596_800_001L}) {
            assertThatThrownBy(() -> DateText.format(millis)).isInstanceOf(DateTimeException.class);
        }
        assertThatThrownBy(() -> DateText.of(null, ZoneOffset.UTC).parseMillis("0000-01-01"))
                .isInstanceOf(DateTimeException.class);
    }

    @Test
    void readsBackWhatItWrites() {
        DateText iso = DateText.of(null, ZoneId.of("America/New_York"));
        Random random = new Random(3);
        for (int i = 0; i < 2_000; i++) {
            long millis = random.nextLong(-62_135_596_800_000L, 253_402_300_800_000L);
            assertThat(iso.parseMillis(DateText.format(millis))).isEqualTo(millis);
        }
    }
}
