/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import java.util.Objects;

/** The content of a separate file, or the same content inline. */
public sealed interface FileOrInline {
    /** @param name as written in the setting */
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
