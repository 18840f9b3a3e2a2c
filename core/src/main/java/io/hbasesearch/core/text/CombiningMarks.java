/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.text;

import java.util.List;
import java.util.stream.IntStream;

/** Lists the marks that decomposed text has after a letter, such as the accent of {@code e} and U+0301. Stateless. */
public final class CombiningMarks {
    private static final int FIRST = 0x0300;
    private static final int LAST = 0x036F;

    private CombiningMarks() {}

    /** Returns each mark as a text. */
    public static List<String> all() {
        return IntStream.rangeClosed(FIRST, LAST).mapToObj(Character::toString).toList();
    }
}
