/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import java.util.Objects;

/** What a file of its own holds, or the same in place. */
public sealed interface FileOrInline {
    /** @param name as it is written */
    record OfFile(String name) implements FileOrInline {
        public OfFile {
            Objects.requireNonNull(name, "name");
        }
    }

    /** @param values as far as they could be read */
    record Inline(SettingValues values) implements FileOrInline {
        public Inline {
            Objects.requireNonNull(values, "values");
        }
    }
}
