/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.query;

import io.hbasesearch.core.definition.value.GeoPoint;
import io.hbasesearch.core.query.WordOptions;
import io.hbasesearch.testing.query.RandomQueries.Row;
import io.hbasesearch.testing.query.RandomQueries.Sought;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;

/** Makes requests at random: queries with a time zone, points in an area, words that are typed or mistyped, synonyms. For one thread. */
final class RandomRequests {
    /** The instant of {@code now}. */
    static final Instant NOW = Instant.parse("2026-03-04T10:20:30.400Z");

    /** Entries with their alternatives. */
    static final Map<String, List<String>> SYNONYMS = Map.of(
            "storm", List.of("\u6570\u636e\u5e93", "north sea"),
            "cafe", List.of("C++", "user@example.com"),
            "moby", List.of("ship"));

    private static final List<String> ZONES = List.of("Asia/Shanghai", "America/New_York", "Asia/Kolkata");
    private static final double RADIUS = 6_371_008.7714;

    /** A test places points at least this far from the border of an area, so that rounding cannot move them across it. */
    private static final double CLEAR_METERS = 100;

    /** The longest words that differ by one edit, and the shortest that may differ at all. */
    private static final int ONE_EDIT = 7;

    private static final int FEWEST_LETTERS = 4;

    private final Random random;
    private final RandomQueries queries;
    private final RandomLeaves leaves;

    RandomRequests(Random random) {
        this.random = random;
        this.queries = new RandomQueries(random);
        this.leaves = new RandomLeaves(random);
    }

    /**
     * One request.
     *
     * @param area a query tree; empty for everywhere
     * @param synonyms whether synonyms are added
     */
    record Asked(
            Sought sought, Optional<ZoneId> zone, WordOptions words, boolean synonyms, Optional<Map<String, ?>> area) {
        boolean mayBeFilter() {
            return words.equals(WordOptions.EXACT);
        }
    }

    Row row() {
        return queries.row();
    }

    Asked request() {
        return switch (random.nextInt(10)) {
            case 0 -> dated();
            case 1 -> near();
            case 2 -> typed();
            case 3 -> mistyped();
            case 4 -> withSynonyms();
            default -> asked(queries.query());
        };
    }

    private static Asked asked(Sought sought) {
        return new Asked(sought, Optional.empty(), WordOptions.EXACT, false, Optional.empty());
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private static Predicate<Row> at(Predicate<Instant> test) {
        return row -> row.at().map(Instant::parse).filter(test).isPresent();
    }

    private Asked dated() {
        Optional<ZoneId> asked = random.nextInt(3) == 0 ? Optional.empty() : Optional.of(ZoneId.of(one(ZONES)));
        ZoneId zone = asked.orElse(ZoneOffset.UTC);
        LocalDate day = LocalDate.of(2026, 3, 1 + random.nextInt(3));
        int steps = 1 + random.nextInt(3);
        Instant start = day.atStartOfDay(zone).toInstant();
        Instant end = day.plusDays(1).atStartOfDay(zone).toInstant();
        ZonedDateTime before = NOW.atZone(zone).minusDays(steps);
        Instant today = before.toLocalDate().atStartOfDay(zone).toInstant();
        Instant tomorrow = before.toLocalDate().plusDays(1).atStartOfDay(zone).toInstant();
        Instant hour = day.atTime(LocalTime.of(12, 30)).atZone(zone).toInstant();
        Predicate<Instant> inDay = at -> !at.isBefore(start) && at.isBefore(end);
        Sought sought =
                switch (random.nextInt(9)) {
                    case 0 -> new Sought("at:" + day, at(inDay));
                    case 1 -> new Sought("at>" + day, at(at -> !at.isBefore(end)));
                    case 2 -> new Sought("at>=" + day + "T12:30", at(at -> !at.isBefore(hour)));
                    case 3 -> new Sought("at>=now-" + steps + "d", at(at -> !at.isBefore(before.toInstant())));
                    case 4 ->
                        new Sought(
                                "at:[now-" + steps + "d/d TO now]", at(at -> !at.isBefore(today) && !at.isAfter(NOW)));
                    case 5 -> new Sought("at>now-" + steps + "d/d", at(at -> !at.isBefore(tomorrow)));
                    case 6 ->
                        new Sought(
                                "at<" + day + "||+" + steps + "d",
                                at(at -> at.isBefore(
                                        day.plusDays(steps).atStartOfDay(zone).toInstant())));
                    case 7 ->
                        new Sought(
                                "at:" + day.plusMonths(1) + "||-1M/M",
                                at(at -> at.atZone(zone).getMonth() == day.getMonth()));
                    default ->
                        new Sought(
                                "at<=" + day + "T12:30:00.000+05:30",
                                at(at -> !at.isAfter(
                                        day.atTime(LocalTime.of(12, 30)).toInstant(ZoneOffset.ofHoursMinutes(5, 30)))));
                };
        return new Asked(sought, asked, WordOptions.EXACT, false, Optional.empty());
    }

    private Asked near() {
        Sought other = queries.query();
        GeoPoint center = one(RandomQueries.PLACES);
        if (random.nextBoolean()) {
            long meters = (long) Math.pow(10, 3 + random.nextDouble() * 4);
            boolean isClear = RandomQueries.PLACES.stream()
                    .allMatch(place -> Math.abs(meters(place, center) - meters) > CLEAR_METERS);
            return isClear
                    ? within(
                            other,
                            row -> row.place()
                                    .filter(place -> meters(place, center) <= meters)
                                    .isPresent(),
                            Map.of(
                                    "geo_distance",
                                    Map.of(
                                            "field",
                                            "place",
                                            "lat",
                                            center.lat(),
                                            "lon",
                                            center.lon(),
                                            "distance",
                                            meters + "m")))
                    : near();
        }
        double top = center.lat() + 0.05 + random.nextInt(3);
        double bottom = center.lat() - 0.05 - random.nextInt(3);
        double left = wrapped(center.lon() - 0.05 - random.nextInt(30));
        double right = wrapped(center.lon() + 0.05 + random.nextInt(30));
        Predicate<GeoPoint> inBox = place -> place.lat() <= top
                && place.lat() >= bottom
                && (left <= right
                        ? place.lon() >= left && place.lon() <= right
                        : place.lon() >= left || place.lon() <= right);
        return within(
                other,
                row -> row.place().filter(inBox).isPresent(),
                Map.of(
                        "geo_box",
                        Map.of("field", "place", "top", top, "left", left, "bottom", bottom, "right", right)));
    }

    private static double wrapped(double lon) {
        return lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon;
    }

    private static double meters(GeoPoint a, GeoPoint b) {
        double lat = Math.sin(Math.toRadians(b.lat() - a.lat()) / 2);
        double lon = Math.sin(Math.toRadians(b.lon() - a.lon()) / 2);
        double h = lat * lat + Math.cos(Math.toRadians(a.lat())) * Math.cos(Math.toRadians(b.lat())) * lon * lon;
        return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
    }

    private static Asked within(Sought other, Predicate<Row> area, Map<String, ?> tree) {
        Sought both = new Sought(other.text(), other.finds().and(area));
        return new Asked(both, Optional.empty(), WordOptions.EXACT, false, Optional.of(tree));
    }

    private String anyWord() {
        return random.nextInt(3) == 0 ? queries.anyWord() : leaves.word();
    }

    /** The last word is a prefix too, unless an emoji or punctuation ends it that no word has within it; a keyword's value always is. */
    private Asked typed() {
        String last = leaves.begin(anyWord());
        if (WrittenText.of(last, false).tokens().isEmpty() || last.contains(":")) {
            return typed();
        }
        String field = random.nextBoolean() ? null : one(List.of("title", "note", "tag"));
        Predicate<Row> ending = RandomLeaves.finds(field, last);
        Predicate<Row> finds = ending.or(
                mayGoOn(last)
                        ? RandomLeaves.begins(field, last)
                        : row -> row.hasTag(
                                field, value -> RandomLeaves.begins("tag", last).test(row)));
        String text = field == null ? last : field + ":" + last;
        String first = queries.anyWord();
        Predicate<Row> before = RandomLeaves.finds(null, first);
        Sought sought =
                switch (random.nextInt(4)) {
                    case 0, 1 -> new Sought(text, finds);
                    case 2 -> new Sought(first + " " + text, before.and(finds));
                    default -> new Sought(first + " OR " + text, before.or(finds));
                };
        return new Asked(sought, Optional.empty(), new WordOptions(true, false), false, Optional.empty());
    }

    private static boolean mayGoOn(String begun) {
        int end = begun.length() - (begun.length() > 1 && begun.matches(".*['\u2019._]") ? 1 : 0);
        int last = begun.codePointBefore(end);
        return Character.isLetterOrDigit(last) || Character.getType(last) == Character.NON_SPACING_MARK;
    }

    /** Words of letters differ by a few edits, in texts only. */
    private Asked mistyped() {
        String word = random.nextBoolean() ? queries.mutated(queries.anyWord()) : leaves.word();
        if (word.contains(":") || WrittenText.isFullWidth(word)) {
            return mistyped();
        }
        long letters = word.codePoints().filter(Character::isLetter).count();
        boolean isWord = letters >= FEWEST_LETTERS && word.codePoints().allMatch(RandomRequests::mayBeMistyped);
        int edits = letters <= ONE_EDIT ? 1 : 2;
        Predicate<Row> exact = RandomLeaves.finds(null, word);
        Predicate<Row> inexact = row -> WrittenText.forms(WrittenText.lower(word), true).stream()
                .anyMatch(form -> row.hasToken(null, token -> RandomQueries.edits(token, form) <= edits));
        Sought sought = new Sought(word, isWord ? exact.or(inexact) : exact);
        return new Asked(sought, Optional.empty(), new WordOptions(false, true), false, Optional.empty());
    }

    private static boolean mayBeMistyped(int c) {
        boolean isCjk = List.of(
                        Character.UnicodeScript.HAN,
                        Character.UnicodeScript.HIRAGANA,
                        Character.UnicodeScript.KATAKANA,
                        Character.UnicodeScript.HANGUL)
                .contains(Character.UnicodeScript.of(c));
        return !isCjk && (Character.isLetter(c) || Character.getType(c) == Character.NON_SPACING_MARK);
    }

    private Asked withSynonyms() {
        String entry = one(List.copyOf(SYNONYMS.keySet()));
        String other = one(List.of("sea", "white", "foo-bar", "\u738b"));
        String typed = random.nextBoolean() ? entry : entry.toUpperCase(Locale.ROOT);
        Predicate<Row> written = RandomLeaves.finds(null, typed);
        Predicate<Row> either = written;
        for (String alternative : SYNONYMS.getOrDefault(entry, List.of())) {
            either = either.or(RandomLeaves.phraseOf(null, alternative));
        }
        Predicate<Row> rest = RandomLeaves.finds(null, other);
        Sought sought =
                switch (random.nextInt(4)) {
                    case 0 -> new Sought(typed, either);
                    case 1 -> new Sought(typed + " " + other, either.and(rest));
                    case 2 -> new Sought(other + " OR " + typed, rest.or(either));
                    default -> new Sought(other + " -" + typed, rest.and(written.negate()));
                };
        return new Asked(sought, Optional.empty(), WordOptions.EXACT, true, Optional.empty());
    }
}
