/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class KeyBytesTest {
    private static ByteArray hex(String digits) {
        return ByteArray.wrap(HexFormat.of().parseHex(digits));
    }

    @Test
    void behindAPrefixCarriesAndDropsWhatIsFull() {
        assertThat(KeyBytes.behindPrefix(hex("0102"))).contains(hex("0103"));
        assertThat(KeyBytes.behindPrefix(hex("01ff"))).contains(hex("02"));
        assertThat(KeyBytes.behindPrefix(hex("7fffff"))).contains(hex("80"));
        assertThat(KeyBytes.behindPrefix(hex("ffff"))).isEmpty();
        assertThat(KeyBytes.behindPrefix(ByteArray.empty())).isEmpty();
    }

    @Test
    void behindAKeyIsTheVeryNext() {
        assertThat(KeyBytes.behind(hex("01ff"))).isEqualTo(hex("01ff00"));
    }

    @Test
    void aSpanWithoutEndGoesOnToTheEndOfItsPrefix() {
        Span full = Span.ofPrefix(hex("ff"), true);
        assertThat(full.after(hex("01"))).isEqualTo(new KeyRange(hex("01ff"), hex("02")));
        assertThat(full.after(hex("ff"))).isEqualTo(new KeyRange(hex("ffff"), ByteArray.empty()));
    }
}
