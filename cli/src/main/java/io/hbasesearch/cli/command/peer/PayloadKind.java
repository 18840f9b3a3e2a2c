/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.peer;

import java.util.Locale;

/** The part of an edit that an event contains. */
enum PayloadKind {
    EDITS,
    COLUMNS,
    KEYS;

    /** Returns the name on the command line and in the peer's configuration. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
