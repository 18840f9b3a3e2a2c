/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Random;

/** Text as it comes: words, Chinese, quotes, control characters, characters beyond 16 bits, nothing at all. For one thread. */
final class Values {
    private static final String[] WORDS = {
        "river",
        "stone",
        "lantern",
        "harbour",
        "meadow",
        "搜索",
        "数据库",
        "\"quoted\"",
        "back\\slash",
        "{brace:",
        "\u0001",
        "😀",
        "naïve",
        "tab\t",
        "line\n"
    };
    private static final int NOTHING = 50;

    private final Random random;
    private long number;

    Values(Random random) {
        this.random = random;
    }

    /** Different each time, but for the empty one that comes now and then. */
    byte[] text(int words) {
        if (random.nextInt(NOTHING) == 0) {
            return new byte[0];
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
        }
        return text.append(number++).toString().getBytes(UTF_8);
    }

    /** Not text in UTF-8. */
    byte[] malformed() {
        return new byte[] {'b', 'a', 'd', (byte) 0xC3, (byte) 0x28, (byte) random.nextInt(128)};
    }
}
