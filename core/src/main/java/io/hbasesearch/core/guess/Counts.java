/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import java.util.Locale;

/** Writes counts for people: 1,000. Stateless. */
final class Counts {
    private Counts() {}

    static String of(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
