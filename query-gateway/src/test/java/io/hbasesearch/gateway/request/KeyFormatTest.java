/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.model.RowKey;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeyFormatTest {
    private static final int KEYS = 2_000;
    private static final int MAX_LENGTH = 24;

    @ParameterizedTest
    @EnumSource(
            value = KeyFormat.class,
            names = {"BASE64URL", "HEX", "BINARY"})
    void everyKeyComesBackFromItsText(KeyFormat format) {
        Random random = new Random(7);
        for (int i = 0; i < KEYS; i++) {
            byte[] bytes = new byte[1 + random.nextInt(MAX_LENGTH)];
            random.nextBytes(bytes);
            RowKey key = RowKey.copyOf(bytes);
            assertThat(format.parse(format.format(key))).isEqualTo(key);
        }
    }

    @Test
    void textKeysComeBackTooBackslashesIncluded() {
        for (String text : new String[] {"a", "鲸鱼", "a\\x41", "a/b?c#d%", "a\\"}) {
            RowKey key = RowKey.utf8(text);
            assertThat(KeyFormat.TEXT.parse(KeyFormat.TEXT.format(key))).isEqualTo(key);
            assertThat(KeyFormat.TEXT.format(key)).isEqualTo(text);
            assertThat(KeyFormat.BINARY.parse(KeyFormat.BINARY.format(key))).isEqualTo(key);
        }
    }

    @Test
    void binaryIsWhatTheShellShows() {
        RowKey key = RowKey.copyOf(new byte[] {'u', '1', 0, (byte) 0xe9});

        assertThat(KeyFormat.BINARY.format(key)).isEqualTo("u1\\x00\\xE9");
    }

    @Test
    void textThatIsNoKeyIsRefused() {
        assertThatThrownBy(() -> KeyFormat.BASE64URL.parse("a")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> KeyFormat.BASE64URL.parse("YR")).hasMessageContaining("whole bytes");
        assertThatThrownBy(() -> KeyFormat.HEX.parse("abc")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> KeyFormat.BINARY.parse("a\\n")).hasMessageContaining("\\xHH");
        assertThatThrownBy(() -> KeyFormat.TEXT.parse("")).hasMessageContaining("1 to 32767 bytes");
    }

    @Test
    void aKeyIsShownAsQueriesSpellIt() {
        RowKey binary = RowKey.copyOf(new byte[] {1, 'a'});

        assertThat(KeyFormat.shown(RowKey.utf8("鲸"), RowKeyFormat.TEXT)).isEqualTo("鲸");
        assertThat(KeyFormat.shown(binary, RowKeyFormat.TEXT)).isNull();
        assertThat(KeyFormat.shown(binary, RowKeyFormat.BINARY)).isEqualTo("0161");
    }
}
