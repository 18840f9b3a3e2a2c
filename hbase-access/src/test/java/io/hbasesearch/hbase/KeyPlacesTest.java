/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.ByteArray;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class KeyPlacesTest {
    private static final int DRAWS = 1_000;

    @Test
    void placesLieBetweenTheKeys() {
        ByteArray first = ByteArray.utf8("user-1");
        ByteArray last = ByteArray.utf8("user-9");
        KeyPlaces places = new KeyPlaces(first, last, new Random(7));
        TreeSet<Integer> digits = new TreeSet<>();
        for (int i = 0; i < DRAWS; i++) {
            ByteArray place = places.draw();
            assertThat(place).isGreaterThanOrEqualTo(first).isLessThanOrEqualTo(last);
            digits.add((int) place.unsafeBytes()[5]);
        }
        assertThat(digits).as("also what no known key has").hasSizeGreaterThan(4);
    }

    @Test
    void placesAreMostlyMadeOfTheBytesThatKeysHave() {
        KeyPlaces places = new KeyPlaces(ByteArray.utf8("000"), ByteArray.utf8("999"), new Random(7));
        places.learn(ByteArray.utf8("514"));
        long made = 0;
        for (int i = 0; i < DRAWS; i++) {
            made += places.draw().utf8().startsWith("51") ? 1 : 0;
        }
        assertThat(made).isGreaterThan(DRAWS / 20);
    }

    @Test
    void everyByteMayBeInAKey() {
        ByteArray first = ByteArray.wrap(new byte[] {0});
        ByteArray last = ByteArray.wrap(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1});
        KeyPlaces places = new KeyPlaces(first, last, new Random(7));
        for (int i = 0; i < DRAWS; i++) {
            assertThat(places.draw()).isGreaterThanOrEqualTo(first).isLessThanOrEqualTo(last);
        }
    }

    @Test
    void thePlaceOfASingleKeyIsThatKey() {
        ByteArray key = ByteArray.utf8("k");
        assertThat(new KeyPlaces(key, key, new Random(7)).draw()).isEqualTo(key);
    }
}
