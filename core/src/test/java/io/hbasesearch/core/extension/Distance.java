/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.extension;

import java.util.Map;

/** Computes the difference of two numbers; it has no value if one of them is absent. */
public final class Distance implements FieldFunction {
    @Override
    public String name() {
        return "distance";
    }

    @Override
    public Computation open(Map<String, String> options, int arguments) {
        if (arguments != 2) {
            throw new IllegalArgumentException("it takes 2 fields, not " + arguments);
        }
        return values -> {
            Object one = values.get(0);
            Object other = values.get(1);
            return one == null || other == null ? null : Math.abs((Long) one - (Long) other);
        };
    }
}
