/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How much of a hit is checked against its row before it is shown. */
enum VerifyMode {
    /** Nothing: the index's word is taken, and no row is read. */
    NONE,
    /** That the row is there. */
    EXISTS,
    /** Also that the document says what the row says; where it does not, that the row matches still. */
    VERSION,
    /** That the row as it is now matches the query. */
    MATCH;

    static final VerifyMode DEFAULT = EXISTS;

    /** As callers write it. */
    String parameter() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<VerifyMode> of(String parameter) {
        return Arrays.stream(values())
                .filter(mode -> mode.parameter().equals(parameter))
                .findFirst();
    }

    static List<String> names() {
        return Arrays.stream(values()).map(VerifyMode::parameter).toList();
    }
}
