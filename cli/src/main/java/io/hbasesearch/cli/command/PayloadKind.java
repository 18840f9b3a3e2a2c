/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import java.util.Locale;

/** How much of an edit its event carries. */
enum PayloadKind {
    EDITS,
    COLUMNS,
    KEYS;

    /** As it stands on the command line and in the peer's configuration. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
