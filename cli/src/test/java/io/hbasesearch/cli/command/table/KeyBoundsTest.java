/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyBoundsTest {
    @Test
    void theRangeOfAPrefixHasTheKeysThatBeginWithItAndNoOthers() {
        Random random = new Random(36);
        byte[] alphabet = {0, 1, (byte) 0xfe, (byte) 0xff};
        for (int i = 0; i < 20_000; i++) {
            byte[] prefix = bytes(random, random.nextInt(4), alphabet);
            byte[] key = bytes(random, 1 + random.nextInt(5), alphabet);
            KeyRange range = KeyBounds.beginningWith(ByteArray.wrap(prefix));
            boolean begins = key.length >= prefix.length && Arrays.equals(Arrays.copyOf(key, prefix.length), prefix);

            assertThat(range.contains(RowKey.wrap(key)))
                    .as(Arrays.toString(prefix) + " " + Arrays.toString(key))
                    .isEqualTo(begins);
        }
    }

    private static byte[] bytes(Random random, int length, byte[] alphabet) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = alphabet[random.nextInt(alphabet.length)];
        }
        return bytes;
    }
}
