/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.extension;

import io.hbasesearch.core.error.Suggestion;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;

/** Finds codecs and functions on the class path. Stateless: each call searches again. */
public final class Extensions {
    private Extensions() {}

    /** @throws IllegalArgumentException if there is no codec of this name, or if it refuses its options */
    public static ValueCodec.Reader reader(Extension extension) {
        ValueCodec codec = find("codec", ValueCodec.class, ValueCodec::name, extension.name());
        return codec.open(extension.options());
    }

    /**
     * @param arguments the number of fields of the function
     * @throws IllegalArgumentException as {@link #reader}
     */
    public static FieldFunction.Computation computation(Extension extension, int arguments) {
        FieldFunction function = find("function", FieldFunction.class, FieldFunction::name, extension.name());
        return function.open(extension.options(), arguments);
    }

    private static <T> T find(String kind, Class<T> type, Function<T, String> nameOf, String name) {
        Map<String, T> known = all(type, nameOf);
        T found = known.get(name);
        if (found != null) {
            return found;
        }
        String hint = Suggestion.nearest(name, known.keySet())
                .map(nearest -> "; did you mean " + nearest + "?")
                .orElse("");
        String there = known.isEmpty()
                ? "no jar on the class path has any (HBASE_SEARCH_CLASSPATH adds jars)"
                : "on the class path are: " + String.join(", ", known.keySet());
        throw new IllegalArgumentException("there is no " + kind + " " + name + hint + "; " + there);
    }

    private static <T> Map<String, T> all(Class<T> type, Function<T, String> nameOf) {
        Map<String, T> known = new TreeMap<>();
        try {
            for (T each : ServiceLoader.load(type, Extensions.class.getClassLoader())) {
                String name = nameOf.apply(each);
                T other = known.putIfAbsent(name, each);
                if (other != null) {
                    throw new IllegalArgumentException(
                            "both " + other.getClass().getName() + " and "
                                    + each.getClass().getName() + " are called " + name
                                    + ": keep one of them on the class path");
                }
            }
        } catch (ServiceConfigurationError e) {
            throw new IllegalArgumentException("a jar on the class path is broken: " + e.getMessage(), e);
        }
        return known;
    }
}
