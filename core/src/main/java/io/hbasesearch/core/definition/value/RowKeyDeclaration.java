/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.UndecodableKeys;
import java.util.Objects;

/**
 * The structure of the row keys of an index's table. Equality is by the text, because specifications are made of functions.
 * Immutable, for any thread.
 */
public final class RowKeyDeclaration {
    private final String text;
    private final RowKeySpec spec;

    /** @param text the specification as YAML in one line, in a canonical form */
    public RowKeyDeclaration(String text, RowKeySpec spec) {
        this.text = Objects.requireNonNull(text, "text");
        this.spec = Objects.requireNonNull(spec, "spec");
    }

    /** Returns the specification, with {@link RowKeySpec#undecodable} from the definition. */
    public RowKeySpec spec() {
        return spec;
    }

    public UndecodableKeys undecodable() {
        return spec.undecodable();
    }

    public String text() {
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
