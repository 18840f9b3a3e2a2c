/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.ByteArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableBytesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"", "plain text ~", "tab\tand\r\nlines", "\u6570\u636e\u5e93", "na\u00efve", "\ud83d\ude00"})
    void textIsText(String text) {
        assertThat(PrintableBytes.text(ByteArray.utf8(text))).contains(text);
    }

    /** Every single byte: ASCII but for control characters is text, and no byte above it is UTF-8 by itself. */
    @Test
    void ofSingleBytesOnlyPrintableAsciiAndWhiteSpaceIs() {
        for (int b = 0; b < 256; b++) {
            boolean isText = b >= ' ' && b < 0x7f || b == '\t' || b == '\n' || b == '\r';
            assertThat(PrintableBytes.text(ByteArray.wrap(new byte[] {'a', (byte) b}))
                            .isPresent())
                    .as("byte %d", b)
                    .isEqualTo(isText);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0000\u0000\u0001", "bell\u0007", "\u007f", "next line \u0085", "\u6570\u0000"})
    void controlCharactersMakeItBytes(String text) {
        assertThat(PrintableBytes.text(ByteArray.wrap(text.getBytes(UTF_8)))).isEmpty();
    }
}
