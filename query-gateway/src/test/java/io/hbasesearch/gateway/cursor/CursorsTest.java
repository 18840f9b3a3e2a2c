/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.model.RowKey;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CursorsTest {
    private static final Optional<Secret> KEY = Optional.of(new Secret("a-key-for-all-gateways"));
    private static final Cursor CURSOR = new Cursor(
            Cursor.Path.SEARCH,
            new UUID(1, 2),
            42,
            true,
            7,
            RowKey.copyOf(new byte[] {0, -1, 5}),
            List.of("1.5", "鲸"),
            Optional.of("view"));

    private final Cursors cursors = Cursors.signedBy(KEY);

    @Test
    void whatIsWrittenIsReadByEveryGatewayWithTheKey() {
        assertThat(Cursors.signedBy(KEY).read(cursors.write(CURSOR))).hasValue(CURSOR);
        assertThat(cursors.areShared()).isTrue();
    }

    @Test
    void nobodyElseReadsOrMakesOne() {
        Cursors alone = Cursors.signedBy(Optional.empty());

        assertThat(alone.areShared()).isFalse();
        assertThat(alone.read(cursors.write(CURSOR))).isEmpty();
        assertThat(cursors.read(alone.write(CURSOR))).isEmpty();
        assertThat(Cursors.signedBy(Optional.empty()).read(alone.write(CURSOR))).isEmpty();
    }

    @Test
    void aChangeOfAnyByteIsSeenAndNoTextFails() {
        String text = cursors.write(CURSOR);
        Random random = new Random(5);
        for (int i = 0; i < 2_000; i++) {
            char[] changed = text.toCharArray();
            int at = random.nextInt(changed.length - 1);
            changed[at] = changed[at] == 'x' ? 'y' : 'x';
            assertThat(cursors.read(new String(changed))).isEmpty();
            assertThat(cursors.read(text.substring(0, random.nextInt(text.length()))))
                    .isEmpty();
        }
    }
}
