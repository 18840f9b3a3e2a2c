/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.extension;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A definition's reference to a codec or a function. Immutable.
 *
 * @param name of the codec or function
 * @param options in the order of their names
 */
public record Extension(String name, Map<String, String> options) {
    public Extension {
        Objects.requireNonNull(name, "name");
        options = Collections.unmodifiableMap(new TreeMap<>(options));
    }
}
