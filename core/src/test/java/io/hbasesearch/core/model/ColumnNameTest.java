/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ColumnNameTest {
    @Test
    void readsTextAndBytes() {
        assertThat(ColumnName.parse("d:word")).isEqualTo(ColumnName.of("d", "word"));
        assertThat(ColumnName.parse("d:")).isEqualTo(ColumnName.of("d", ""));
        assertThat(ColumnName.parse("d:a:b")).isEqualTo(ColumnName.of("d", "a:b"));
        assertThat(ColumnName.parse("d:词")).isEqualTo(ColumnName.of("d", "词"));
        assertThat(ColumnName.parse("d:a\\x00\\xfFb").qualifier().hex()).isEqualTo("6100ff62");
        assertThat(ColumnName.parse("d:a\\\\x00")).isEqualTo(ColumnName.of("d", "a\\x00"));
    }

    @Test
    void refusesWhatIsNoColumn() {
        for (String wrong : new String[] {"", "d", ":q", "d:\\", "d:\\x", "d:\\x0", "d:\\xgg", "d:\\n", "d:\u0000"}) {
            assertThatThrownBy(() -> ColumnName.parse(wrong)).as(wrong).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void readsBackWhatItPrints() {
        Random random = new Random(5);
        for (int i = 0; i < 5_000; i++) {
            byte[] qualifier = new byte[random.nextInt(8)];
            random.nextBytes(qualifier);
            if (i % 3 == 0) {
                qualifier = new String(qualifier, ISO_8859_1)
                        .replaceAll("[^\\\\x0-9a-f]", "\\\\")
                        .getBytes(UTF_8);
            }
            ColumnName column = new ColumnName("d", ByteArray.copyOf(qualifier));
            assertThat(ColumnName.parse(column.toString())).isEqualTo(column);
        }
    }

    @Test
    void printsTextAsText() {
        assertThat(ColumnName.of("d", "词 a")).hasToString("d:词 a");
        assertThat(new ColumnName("d", ByteArray.copyOf(new byte[] {'a', 0, -1})))
                .hasToString("d:a\\x00\\xFF");
    }
}
