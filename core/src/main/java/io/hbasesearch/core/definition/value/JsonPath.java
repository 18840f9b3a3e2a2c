/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path to a field in a JSON value: {@code $.a.b}, {@code $['a b']}, {@code $.list[0]}, and {@code $.list[*].a} for all items.
 * Immutable, equal by its steps.
 */
public record JsonPath(List<Step> steps) {
    /** One step of the path. */
    public sealed interface Step {}

    /** A step to the member of an object. */
    public record Member(String name) implements Step {
        public Member {
            Objects.requireNonNull(name, "name");
        }
    }

    /** A step to one item of a list, from 0. */
    public record Item(int index) implements Step {}

    /** A step to every item of a list. */
    public record Items() implements Step {}

    private static final Pattern STEP = Pattern.compile(
            "\\.([\\p{L}_][\\p{L}\\p{M}\\p{N}_-]*)|\\['((?:[^'\\\\]|\\\\.)+)'\\]|\\[([0-9]{1,6})\\]|\\[(\\*)\\]");

    public JsonPath {
        steps = List.copyOf(steps);
    }

    /** @throws IllegalArgumentException if the text is not a path */
    public static JsonPath parse(String text) {
        if (!text.startsWith("$")) {
            throw new IllegalArgumentException("a path begins with $");
        }
        List<Step> steps = new ArrayList<>();
        Matcher step = STEP.matcher(text);
        int end = 1;
        while (end < text.length()) {
            if (!step.find(end) || step.start() != end) {
                throw new IllegalArgumentException("no step");
            }
            steps.add(step(step));
            end = step.end();
        }
        return new JsonPath(steps);
    }

    private static Step step(Matcher step) {
        if (step.group(1) != null) {
            return new Member(step.group(1));
        }
        if (step.group(2) != null) {
            return new Member(step.group(2).replaceAll("\\\\(.)", "$1"));
        }
        return step.group(3) == null ? new Items() : new Item(Integer.parseInt(step.group(3)));
    }

    /** Tells if the path may lead to several values. */
    public boolean isMany() {
        return steps.contains(new Items());
    }

    /** Returns the text that {@link #parse} reads. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("$");
        for (Step step : steps) {
            if (step instanceof Member member) {
                text.append("['")
                        .append(member.name().replace("\\", "\\\\").replace("'", "\\'"))
                        .append("']");
            } else {
                text.append('[')
                        .append(step instanceof Item item ? Integer.toString(item.index()) : "*")
                        .append(']');
            }
        }
        return text.toString();
    }
}
