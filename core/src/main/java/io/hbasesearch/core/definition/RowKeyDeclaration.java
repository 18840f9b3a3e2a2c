/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.UndecodableKeys;
import java.util.Objects;

/**
 * How the row keys of an index's table are made. Equal to another one by its text, as specifications are made of functions.
 * Immutable, for any thread.
 */
public final class RowKeyDeclaration {
    private final String text;
    private final RowKeySpec spec;

    /** @param text the specification as YAML in one line, in one form however it was written */
    RowKeyDeclaration(String text, RowKeySpec spec) {
        this.text = Objects.requireNonNull(text, "text");
        this.spec = Objects.requireNonNull(spec, "spec");
    }

    /** With {@link RowKeySpec#undecodable} as the definition has it. */
    public RowKeySpec spec() {
        return spec;
    }

    UndecodableKeys undecodable() {
        return spec.undecodable();
    }

    String text() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowKeyDeclaration that && text.equals(that.text) && undecodable() == that.undecodable();
    }

    @Override
    public int hashCode() {
        return Objects.hash(text, undecodable());
    }

    @Override
    public String toString() {
        return text + " (" + undecodable() + ")";
    }
}
