/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.query;

import io.hbasesearch.core.definition.value.GeoPoint;
import io.hbasesearch.core.mapping.Document;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes rows and queries at random, and says by brute force which rows a query finds: from the documented meaning of the query language,
 * without its parser, an analyzer or an index. For one thread.
 */
final class RandomQueries {
    private static final List<String> WORDS = List.of(
            "whale", "whales", "white", "while", "sea", "see", "seas", "ship", "shop", "storm", "store", "star",
            "stare", "north", "moby");
    private static final List<String> TAGS = List.of("sea", "Sea", "ship", "red", "Red", "white", "north star");
    private static final List<String> EXPRESSIONS = List.of("wh(ale|ite)s?", "s[eh].*", "sto.*", "se{1,2}a?", "no.{3}");
    private static final List<String> DAYS = List.of("2026-03-01", "2026-03-02", "2026-03-03");
    private static final int DEPTH = 3;

    static final List<GeoPoint> PLACES = List.of(
            new GeoPoint(31.23, 121.47),
            new GeoPoint(31.3, 121.5),
            new GeoPoint(30.27, 120.15),
            new GeoPoint(0.5, 179.9),
            new GeoPoint(0.4, -179.8),
            new GeoPoint(-45, 10),
            new GeoPoint(52.52, 13.4));

    private final Random random;
    private final RandomLeaves leaves;

    RandomQueries(Random random) {
        this.random = random;
        this.leaves = new RandomLeaves(random);
    }

    /**
     * A row with some of the fields {@code title} and {@code body} (text), {@code note} (text with Chinese, Japanese and Korean by
     * characters), {@code tag} (keyword), {@code n} (long), {@code at} (date), {@code place} (point).
     */
    record Row(
            Optional<String> title,
            Optional<String> body,
            Optional<String> note,
            Optional<String> tag,
            Optional<Long> n,
            Optional<String> at,
            Optional<GeoPoint> place) {
        Document document() {
            Map<String, Object> fields = new LinkedHashMap<>();
            title.ifPresent(value -> fields.put("title", value));
            body.ifPresent(value -> fields.put("body", value));
            note.ifPresent(value -> fields.put("note", value));
            place.ifPresent(value -> fields.put("place", value.text()));
            tag.ifPresent(value -> fields.put("tag", value));
            n.ifPresent(value -> fields.put("n", value));
            at.ifPresent(value -> fields.put("at", value));
            return new Document(fields);
        }

        /** @param field null for all fields that are searched by default */
        List<WrittenText> texts(@Nullable String field) {
            List<WrittenText> texts = new ArrayList<>();
            if (field == null || field.equals("title")) {
                title.ifPresent(text -> texts.add(WrittenText.of(text, false)));
            }
            if (field == null || field.equals("body")) {
                body.ifPresent(text -> texts.add(WrittenText.of(text, false)));
            }
            if (field == null || field.equals("note")) {
                note.ifPresent(text -> texts.add(WrittenText.of(text, true)));
            }
            return texts;
        }

        boolean hasToken(@Nullable String field, Predicate<String> wanted) {
            return texts(field).stream()
                    .map(WrittenText::terms)
                    .flatMap(Set::stream)
                    .anyMatch(wanted);
        }

        boolean hasTag(@Nullable String field, Predicate<String> wanted) {
            return (field == null || field.equals("tag")) && tag.filter(wanted).isPresent();
        }
    }

    /** @param finds the rows that the query must find */
    record Sought(String text, Predicate<Row> finds) {
        Sought {
            text = text.strip();
        }
    }

    Row row() {
        return new Row(
                maybe(words(1 + random.nextInt(4))),
                maybe(words(1 + random.nextInt(8))),
                maybe(words(1 + random.nextInt(6))),
                maybe(random.nextBoolean() ? one(TAGS) : leaves.word()),
                maybe((long) random.nextInt(10)),
                maybe(one(DAYS) + "T" + String.format(Locale.ROOT, "%02d", random.nextInt(24)) + ":30:00.000Z"),
                maybe(one(PLACES)));
    }

    private <T> Optional<T> maybe(T value) {
        return random.nextInt(5) == 0 ? Optional.empty() : Optional.of(value);
    }

    private String words(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> random.nextBoolean() ? anyWord() : leaves.word())
                .reduce(leaves::joined)
                .orElseThrow();
    }

    /** Returns a word of letters only. */
    String anyWord() {
        return anyCase(one(WORDS));
    }

    private String anyCase(String word) {
        return random.nextInt(4) == 0 ? Character.toUpperCase(word.charAt(0)) + word.substring(1) : word;
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    Sought query() {
        return query(random.nextInt(DEPTH + 1));
    }

    private Sought query(int depth) {
        if (depth == 0) {
            return leaf();
        }
        Sought a = query(depth - 1);
        Sought b = query(random.nextInt(depth));
        Sought c = query(random.nextInt(depth));
        Predicate<Row> either = a.finds().or(b.finds());
        Predicate<Row> both = a.finds().and(b.finds());
        return switch (random.nextInt(14)) {
            case 0 -> of("(%s) (%s)", both, a, b);
            case 1 -> of("(%s) AND (%s)", both, a, b);
            case 2 -> of("(%s) OR (%s)", either, a, b);
            case 3 -> of("(%s) -(%s)", a.finds().and(b.finds().negate()), a, b);
            case 4 -> of("(%s) NOT (%s)", a.finds().and(b.finds().negate()), a, b);
            case 5 -> of("+(%s) (%s)", both, a, b);
            case 6 -> of("(%s) (%s) OR (%s)", both.or(c.finds()), a, b, c);
            case 7 -> of("(%s) OR (%s) (%s)", a.finds().or(b.finds().and(c.finds())), a, b, c);
            case 8 -> of("(%s) OR (%s) -(%s)", either.and(c.finds().negate()), a, b, c);
            case 9 ->
                of("(%s) -(%s) OR (%s)", a.finds().or(c.finds()).and(b.finds().negate()), a, b, c);
            case 10 -> of("-(%s)", a.finds().negate(), a);
            case 11 -> of("(%s) OR NOT (%s)", a.finds().or(b.finds().negate()), a, b);
            case 12 -> of("(%s)^2 (%s)", both, a, b);
            default -> of("(%s) AND (%s) OR (%s)", both.or(c.finds()), a, b, c);
        };
    }

    private static Sought of(String form, Predicate<Row> finds, Sought... parts) {
        return new Sought(
                String.format(Locale.ROOT, form, (Object[])
                        List.of(parts).stream().map(Sought::text).toArray()),
                finds);
    }

    private Sought leaf() {
        if (random.nextBoolean()) {
            return leaves.leaf();
        }
        return switch (random.nextInt(12)) {
            case 0 -> number();
            case 1 -> day();
            case 2 -> exists();
            case 3 -> phrase();
            default -> word();
        };
    }

    private Sought word() {
        String field = one(List.of("", "", "", "title", "body", "tag"));
        String name = field.isEmpty() ? null : field;
        String colon = field.isEmpty() ? "" : field + ":";
        String word = anyCase(one(WORDS));
        return switch (random.nextInt(8)) {
            case 0 -> {
                String prefix = word.substring(0, 1 + random.nextInt(word.length()));
                yield terms(name, colon + prefix + "*", prefix, (term, sought) -> term.startsWith(sought));
            }
            case 1 -> {
                int at = 1 + random.nextInt(word.length() - 2);
                String pattern = word.substring(0, at) + one(List.of("?", "*")) + word.substring(at + 1);
                yield terms(name, colon + pattern, pattern, RandomQueries::fits);
            }
            case 2 -> {
                String other = mutated(word);
                yield terms(name, colon + other + "~1", other, (term, sought) -> edits(term, sought) <= 1);
            }
            case 3 -> {
                String expression = one(EXPRESSIONS);
                yield terms(name, colon + "/" + expression + "/", expression, (term, sought) -> term.matches(sought));
            }
            default -> terms(name, colon + word, word, String::equals);
        };
    }

    private interface Test {
        boolean passes(String term, String sought);
    }

    /** Words of text fields are compared in lower case, values of keyword fields as they are. */
    private static Sought terms(@Nullable String field, String text, String sought, Test test) {
        String lower = sought.toLowerCase(Locale.ROOT);
        return new Sought(
                text,
                row -> row.hasToken(field, token -> test.passes(token, lower))
                        || row.hasTag(field, value -> test.passes(value, sought)));
    }

    static boolean fits(String term, String pattern) {
        String literal = pattern.replaceAll("[^\\p{L}\\p{M}\\p{N}?*]", "\\\\$0");
        return Pattern.matches(literal.replace("?", ".").replace("*", ".*"), term);
    }

    String mutated(String word) {
        int at = random.nextInt(word.length());
        return switch (random.nextInt(3)) {
            case 0 -> word.substring(0, at) + "x" + word.substring(at);
            case 1 ->
                at + 1 < word.length()
                        ? word.substring(0, at) + word.charAt(at + 1) + word.charAt(at) + word.substring(at + 2)
                        : word;
            default -> word.substring(0, at) + "x" + word.substring(at + 1);
        };
    }

    /** Counts insertions, deletions, replacements and exchanges of neighbours (optimal string alignment). */
    static int edits(String first, String second) {
        int[] one = first.codePoints().toArray();
        int[] two = second.codePoints().toArray();
        int[][] cost = new int[one.length + 1][two.length + 1];
        for (int i = 0; i <= one.length; i++) {
            for (int j = 0; j <= two.length; j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int same = one[i - 1] == two[j - 1] ? 0 : 1;
                cost[i][j] = Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + same);
                if (i > 1 && j > 1 && one[i - 1] == two[j - 2] && one[i - 2] == two[j - 1]) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[one.length][two.length];
    }

    private Sought phrase() {
        String first = one(WORDS);
        String second = one(WORDS);
        int slop = first.equals(second) ? 0 : random.nextInt(2);
        String whole = anyCase(first) + " " + second;
        String text = "\"" + whole + "\"" + (slop == 0 ? "" : "~" + slop);
        return new Sought(
                text,
                row -> row.hasTag(null, whole::equals)
                        || row.texts(null).stream()
                                .map(each -> each.tokens().stream()
                                        .map(WrittenText.Token::text)
                                        .toList())
                                .anyMatch(tokens -> areNear(tokens, first, second, slop)));
    }

    private static boolean areNear(List<String> tokens, String first, String second, int slop) {
        for (int i = 0; i < tokens.size(); i++) {
            for (int j = 0; j < tokens.size(); j++) {
                if (i != j
                        && tokens.get(i).equals(first)
                        && tokens.get(j).equals(second)
                        && Math.abs(j - (i + 1)) <= slop) {
                    return true;
                }
            }
        }
        return false;
    }

    private Sought number() {
        long low = random.nextInt(10);
        long high = low + random.nextInt(4);
        return switch (random.nextInt(4)) {
            case 0 ->
                new Sought(
                        "n:[" + low + " TO " + high + "]",
                        row -> row.n().filter(n -> n >= low && n <= high).isPresent());
            case 1 ->
                new Sought(
                        "n:{" + low + " TO *}",
                        row -> row.n().filter(n -> n > low).isPresent());
            case 2 ->
                new Sought("n<=" + low, row -> row.n().filter(n -> n <= low).isPresent());
            default ->
                new Sought("n:" + low, row -> row.n().filter(n -> n == low).isPresent());
        };
    }

    private Sought day() {
        String day = one(DAYS);
        return random.nextBoolean()
                ? new Sought(
                        "at:" + day,
                        row -> row.at().filter(at -> at.startsWith(day)).isPresent())
                : new Sought("at>" + day, row -> row.at()
                        .filter(at -> at.substring(0, day.length()).compareTo(day) > 0)
                        .isPresent());
    }

    private Sought exists() {
        return switch (random.nextInt(4)) {
            case 0 -> new Sought("place:*", row -> row.place().isPresent());
            case 1 -> new Sought("tag:*", row -> row.tag().isPresent());
            case 2 -> new Sought("n:*", row -> row.n().isPresent());
            default -> new Sought("*", row -> true);
        };
    }
}
