/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.fuzz;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;

/** Bodies: JSON of every kind, and what is nearly JSON. For one thread. */
final class FuzzJson {
    private static final int DEEPEST = 30_000;
    private static final List<String> LITERALS = List.of(
            "null", "true", "1e999", "-0", "NaN", "1", "0x10", "01", "1.", "{", "]", "\"", "", "'x'", "/*c*/1",
            "\u0000");

    private final Random random;
    private final FuzzTexts texts;
    private final Supplier<String> cursors;

    /** @param cursors gives cursors, broken or not */
    FuzzJson(Random random, FuzzTexts texts, Supplier<String> cursors) {
        this.random = random;
        this.texts = texts;
        this.cursors = cursors;
    }

    String body() {
        return switch (random.nextInt(12)) {
            case 0 -> any(0);
            case 1 -> deep();
            case 2 -> cut(object(0));
            case 3 -> object(0) + texts.letters(1 + random.nextInt(4));
            case 4 -> "{\"q\": " + quoted(texts.huge()) + "}";
            case 5 ->
                random.nextInt(10) == 0 ? "{\"q\": \"" + "x".repeat(70_000) + "\"}" : "{\"query\": " + tree(0) + "}";
            case 6 -> "{\"q\": \"whale\", \"size\": 2, \"cursor\": " + quoted(cursors.get()) + "}";
            case 7 -> "{\"filter\": [" + quoted(texts.query()) + ", " + quoted(texts.query()) + "], \"size\": 3}";
            case 8 -> "{\"q\": " + quoted(texts.query()) + ", \"verify\": \"match\"}";
            default -> object(0);
        };
    }

    String batch() {
        StringBuilder keys = new StringBuilder("{\"keys\": [");
        for (int i = random.nextInt(5); i >= 0; i--) {
            keys.append(random.nextInt(6) == 0 ? any(2) : quoted(texts.key())).append(i > 0 ? ", " : "");
        }
        String batch = keys.append("]")
                .append(random.nextBoolean() ? ", \"keyFormat\": " + any(3) : "")
                .append('}')
                .toString();
        return random.nextInt(6) == 0 ? cut(batch) : batch;
    }

    /** Brackets within brackets, closed or not. */
    private String deep() {
        int depth = 1 + random.nextInt(random.nextInt(10) == 0 ? DEEPEST : 2_000);
        boolean closed = random.nextBoolean();
        return switch (random.nextInt(3)) {
            case 0 -> "[".repeat(depth) + (closed ? "]".repeat(depth) : "");
            case 1 -> "{\"q\":".repeat(depth / 3) + "1" + (closed ? "}".repeat(depth / 3) : "");
            default ->
                "{\"q\": \"" + "(".repeat(depth % 3_000) + "whale" + (closed ? ")".repeat(depth % 3_000) : "") + "\"}";
        };
    }

    /** Like a tree of a query, with what does not belong there. */
    private String tree(int depth) {
        return switch (random.nextInt(depth > 4 ? 3 : 6)) {
            case 0 ->
                "{\"term\": {" + quoted(texts.pick(List.of("kind", "gloss", "count", "x"))) + ": " + any(3) + "}}";
            case 1 -> "{\"match\": {\"gloss\": " + quoted(texts.query()) + "}}";
            case 2 -> "{\"range\": {\"count\": {\"gte\": " + any(3) + "}}}";
            case 3 -> "{\"bool\": {\"must\": [" + tree(depth + 1) + ", " + tree(depth + 1) + "]}}";
            case 4 -> "{\"not\": " + tree(depth + 1) + "}";
            default -> any(2);
        };
    }

    private String cut(String whole) {
        return whole.substring(0, random.nextInt(whole.length() + 1));
    }

    private String any(int depth) {
        return switch (random.nextInt(depth > 3 ? 4 : 8)) {
            case 0, 1 -> quoted(texts.value());
            case 2 -> Integer.toString(random.nextInt());
            case 3 -> texts.pick(LITERALS);
            case 4 -> "[" + any(depth + 1) + ", " + any(depth + 1) + "]";
            default -> object(depth);
        };
    }

    private String object(int depth) {
        StringBuilder object = new StringBuilder("{");
        for (int i = random.nextInt(4); i > 0; i--) {
            object.append(quoted(texts.name())).append(": ");
            object.append(random.nextInt(3) == 0 ? any(depth + 2) : quoted(texts.value()));
            object.append(i > 1 ? ", " : "");
        }
        return object.append('}').toString();
    }

    /** As JSON has it, or with control characters as they are. */
    private String quoted(String text) {
        if (random.nextInt(20) == 0) {
            return '"' + text + '"';
        }
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c < 0x20 || c > 0x7e || c == '"' || c == '\\') {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }
}
