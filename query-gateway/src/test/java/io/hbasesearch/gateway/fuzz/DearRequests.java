/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Requests each of which is dear in its own way, for the rows of {@link DearGateway}. */
final class DearRequests {
    /** Rows of which there are many, and those with long texts. */
    private static final Map<String, String> OF_ROWS = Map.of(
            "1,000 hits", ",\"size\":1000",
            "large rows", ",\"size\":20,\"filter\":[\"state:large\"]");

    private static final String OF_TABLE = ",\"plan\":\"table\",\"filter\":[\"user:[0 TO 9999]\"]";
    static final String CHINESE = "鲸鱼海洋大船深蓝歌声跳跃小鲸白色船长捕";

    private final List<Shape> all = new ArrayList<>();

    /**
     * A kind of request.
     *
     * @param path behind that of the index
     * @param body by the number of its clauses; empty for a request that has only a path
     */
    record Shape(String name, String path, IntFunction<String> body) {
        /** Its cost grows with the table: all rows are written. */
        boolean isStream() {
            return path.equals("/stream");
        }
    }

    static List<Shape> all() {
        DearRequests requests = new DearRequests();
        queries()
                .forEach((name, query) -> OF_ROWS.forEach(
                        (rows, more) -> requests.add(name + ", " + rows, "/search", n -> q(query.apply(n), more))));
        requests.addFilters();
        requests.addChecks();
        requests.addFacetsAndSorts();
        requests.addPlansOfTheTable();
        requests.addOtherEndpoints();
        return requests.all;
    }

    private void add(String name, String path, IntFunction<String> body) {
        all.add(new Shape(name, path, body));
    }

    private static Map<String, IntFunction<String>> queries() {
        Map<String, IntFunction<String>> queries = new LinkedHashMap<>();
        queries.put("words", n -> several(n, i -> word(i), " "));
        queries.put("alternative words", n -> several(n, i -> word(i), " OR "));
        queries.put("required words", n -> several(n, i -> "+" + word(i % 5), " "));
        queries.put("words of one field", n -> several(n, i -> "gloss:" + word(i), " "));
        queries.put("one phrase of equal words", n -> '"' + several(n, i -> word(0), " ") + '"');
        queries.put("one phrase of equal words, apart", n -> '"' + several(n, i -> word(0), " ") + "\"~100");
        queries.put("one phrase of frequent words, apart", n -> '"' + several(n, DearRequests::word, " ") + "\"~100");
        queries.put("phrases of two words, apart", n -> several(n, i -> pair(i) + "~50", " OR "));
        queries.put(
                "two phrases, apart",
                n -> several(2, i -> '"' + several(n, DearRequests::word, " ") + "\"~5" + i, " OR "));
        queries.put("prefixes of a letter", n -> several(n, i -> word(i).charAt(0) + "*", " OR "));
        queries.put("prefixes of two letters", n -> several(n, i -> word(i).substring(0, 2) + "*", " OR "));
        queries.put("inexact words", n -> several(n, i -> word(i) + "~2", " OR "));
        queries.put("long inexact words", n -> several(n, i -> word(i) + "baca~2", " OR "));
        queries.put("words with one edit", n -> several(n, i -> word(i) + "~1", " OR "));
        queries.put("wildcards", n -> several(n, i -> word(i).charAt(0) + "*a?e*", " OR "));
        queries.put(
                "regular expressions", n -> several(n, i -> "/" + word(i).charAt(0) + "[a-m]*(ba|ce|di)+./", " OR "));
        queries.put("ranges of a keyword", n -> several(n, i -> "kind:[kind" + i + " TO kind9]", " OR "));
        queries.put("ranges of numbers", n -> several(n, i -> "count:[" + i + " TO 9" + i + "]", " OR "));
        queries.put("Chinese", n -> several(n, i -> String.valueOf(CHINESE.charAt(i % CHINESE.length())), ""));
        queries.put("brackets", n -> "(".repeat(n) + word(0) + " OR " + word(1) + ")".repeat(n));
        return queries;
    }

    private void addFilters() {
        Map<String, IntFunction<String>> forms = Map.of(
                "words",
                DearRequests::word,
                "prefixes",
                i -> word(i).charAt(0) + "*",
                "inexact words",
                i -> word(i) + "~2",
                "phrases",
                DearRequests::pair);
        forms.forEach((name, form) -> add("16 filters of " + name, "/search", n -> {
            String filter = '"' + escaped(several(n, form, " OR ")) + '"';
            return "{\"size\":1000,\"filter\":[" + several(16, i -> filter, ",") + "]}";
        }));
        add("nested bools", "/search", n -> {
            String leaf = "{\"match\":{\"text\":\"" + word(0) + "\"}}";
            return "{\"size\":1000,\"query\":"
                    + ("{\"bool\":{\"should\":[" + leaf + "],\"must\":[").repeat(n)
                    + leaf
                    + "]}}".repeat(n)
                    + "}";
        });
    }

    private void addChecks() {
        for (String verify : List.of("match", "version")) {
            String more = ",\"size\":1000,\"verify\":\"" + verify + "\"";
            add("words, verify=" + verify, "/search", n -> q(several(n, i -> word(i), " "), more));
            add("inexact words, verify=" + verify, "/search", n -> q(several(n, i -> word(i) + "~2", " OR "), more));
            add(
                    "ranges, verify=" + verify,
                    "/search",
                    n -> q(several(n, i -> "kind:[kind" + i + " TO kind9]", " "), more));
            add("rare words, verify=" + verify, "/search", n -> q(several(n, i -> "kind:kind" + i, " OR "), more));
        }
        add(
                "1,000 versions",
                "/search",
                n -> q(word(n), ",\"size\":20,\"versions\":1000,\"filter\":[\"state:large\"]"));
    }

    private void addFacetsAndSorts() {
        add(
                "facets of values",
                "/search",
                n -> "{\"size\":0,\"facets\":{"
                        + several(
                                n,
                                i -> "\"f" + i + "\":{\"terms\":{\"field\":\"" + keyword(i) + "\",\"size\":1000}}",
                                ",")
                        + "}}");
        add(
                "facets of ranges",
                "/search",
                n -> "{\"size\":0,\"facets\":{"
                        + several(
                                4,
                                f -> "\"f" + f + "\":{\"ranges\":{\"field\":\"count\",\"ranges\":["
                                        + several(n, i -> "{\"gte\":" + i + "}", ",") + "]}}",
                                ",")
                        + "}}");
        add(
                "facets of minutes",
                "/search",
                n -> "{\"size\":0,\"facets\":{"
                        + several(
                                n,
                                i -> "\"f" + i + "\":{\"date_histogram\":{\"field\":\"seen\",\"interval\":\"minute\"}}",
                                ",")
                        + "}}");
        add(
                "sorted by eight fields",
                "/search",
                n -> q(
                        several(n, DearRequests::word, " "),
                        ",\"size\":1000,\"sort\":["
                                + "\"kind\",\"author\",\"tag\",\"group\",\"count\",\"price\",\"seen\",\"_score\"]"));
    }

    private void addPlansOfTheTable() {
        Map<String, IntFunction<String>> forms = Map.of(
                "values of a keyword", i -> "kind:none" + i,
                "ranges of a keyword", i -> "kind:[none" + i + " TO none" + i + "]",
                "prefixes of a keyword", i -> "kind:none" + i + "*",
                "numbers", i -> "count:" + (20_000 + i),
                "ranges of dates", i -> "seen:[1999-01-" + (10 + i % 20) + " TO 1999-02-01]",
                "keys", i -> "(user:" + i % 100 + " AND item:x" + i + ")",
                "values of two keywords", i -> "(kind:kind" + i + " AND author:none" + i + ")");
        forms.forEach((name, form) -> {
            IntFunction<String> body = n -> q(several(n, form, " OR "), OF_TABLE);
            add("plan=table, " + name, "/search", body);
            add("plan=table, " + name, "/count", body);
        });
        add("plan=table, large rows", "/search", n -> q("state:large", ",\"size\":20" + OF_TABLE));
    }

    private void addOtherEndpoints() {
        add("words", "/count", n -> q(several(n, DearRequests::word, " "), ""));
        add("inexact words", "/explain", n -> q(several(n, i -> word(i) + "~2", " "), ""));
        add("values", "/explain", n -> q(several(n, i -> "kind:none" + i, " OR "), OF_TABLE));
        add("words", "/stream", n -> q(several(n, DearRequests::word, " "), ""));
        add("values of a keyword", "/stream", n -> q(several(n, i -> "kind:kind" + i, " OR "), OF_TABLE));
        add("large rows", "/rows:batchGet", n -> "{\"keys\":[" + several(n, i -> '"' + key(i) + '"', ",") + "]}");
        add("suggest", "/suggest?field=kind&prefix=k&size=100", n -> "");
        add("suggest, with a filter", "/suggest?field=kind&prefix=k&size=100&filter=b*", n -> "");
    }

    private static String key(int number) {
        int last = DearGateway.ROWS + DearGateway.LARGE_ROWS - 1 - number;
        String key = String.format(Locale.ROOT, "%04d-item%d", last % 100, last);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(key.getBytes(UTF_8));
    }

    private static String keyword(int number) {
        return List.of("kind", "author", "state", "tag", "group").get(number % 5);
    }

    private static String word(int number) {
        return DearGateway.word(number);
    }

    private static String pair(int number) {
        return '"' + word(number % 10) + " " + word(number % 7) + '"';
    }

    private static String several(int count, IntFunction<String> form, String between) {
        return IntStream.range(0, count).mapToObj(form).collect(Collectors.joining(between));
    }

    private static String q(String query, String more) {
        return "{\"q\":\"" + escaped(query) + "\"" + more + "}";
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
