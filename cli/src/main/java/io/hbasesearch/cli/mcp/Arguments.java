/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.mcp;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.Suggestion;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The checked arguments of one call. */
final class Arguments {
    private final List<Argument> known;
    private final Map<String, Object> values = new HashMap<>();

    /**
     * Checks names and types; the gateway checks the rest.
     *
     * @throws ToolFailure USAGE naming the argument
     */
    Arguments(List<Argument> known, @Nullable Map<String, @Nullable Object> given) {
        this.known = known;
        if (given != null) {
            given.forEach(this::add);
        }
        for (Argument argument : known) {
            if (argument.required() && !values.containsKey(argument.name())) {
                throw refused("the argument '" + argument.name() + "' is missing");
            }
        }
    }

    private void add(String name, @Nullable Object value) {
        Argument argument = known.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown(name));
        if (value != null) {
            values.put(name, checked(argument, value));
        }
    }

    private static Object checked(Argument argument, Object value) {
        switch (argument.type()) {
            case TEXT -> {
                if (value instanceof String) {
                    return value;
                }
                throw wrong(argument, "a string");
            }
            case NUMBER -> {
                if (value instanceof Number number
                        && number.doubleValue() == number.intValue()
                        && number.intValue() >= 0) {
                    return number.intValue();
                }
                throw wrong(argument, "a whole number from 0 on");
            }
            case TEXTS -> {
                if (value instanceof String one) {
                    return List.of(one);
                }
                if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
                    return list.stream().map(String.class::cast).toList();
                }
                throw wrong(argument, "a list of strings");
            }
        }
        throw new IllegalStateException("no such type: " + argument.type());
    }

    private static ToolFailure wrong(Argument argument, String type) {
        return new ToolFailure(
                ErrorCode.USAGE,
                "the argument '" + argument.name() + "' is not " + type,
                argument.name() + ": " + argument.description());
    }

    private ToolFailure unknown(String name) {
        List<String> names = known.stream().map(Argument::name).toList();
        return refused("there is no argument '" + name + "'"
                + Suggestion.nearest(name, names)
                        .map(meant -> "; did you mean '" + meant + "'?")
                        .orElse(""));
    }

    private ToolFailure refused(String reason) {
        String all = known.stream()
                .map(each -> each.name() + (each.required() ? " (required)" : ""))
                .collect(Collectors.joining(", "));
        return new ToolFailure(
                ErrorCode.USAGE,
                reason,
                all.isEmpty() ? "The tool has no arguments." : "The arguments are " + all + ".");
    }

    /** Returns a required text. */
    String text(String name) {
        return (String) values.get(name);
    }

    @Nullable
    String textOrNull(String name) {
        return (String) values.get(name);
    }

    /** @throws ToolFailure USAGE if the number is greater than {@code most} */
    int number(String name, int ifMissing, int most) {
        int number = (int) values.getOrDefault(name, ifMissing);
        if (number > most) {
            throw new ToolFailure(
                    ErrorCode.USAGE,
                    "the argument '" + name + "' is " + number + ", more than " + most,
                    "Ask for less, and for the rest in further calls.");
        }
        return number;
    }

    @SuppressWarnings("unchecked") // checked above
    List<String> texts(String name) {
        return (List<String>) values.getOrDefault(name, List.of());
    }
}
