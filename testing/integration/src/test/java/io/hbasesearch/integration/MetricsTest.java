/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Reads the sources and the READMEs of all modules: every metric has a proper name and is described, and no other is. */
class MetricsTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern LITERAL = Pattern.compile("\"(hbase_search_[^\"]*)\"");
    private static final Pattern MADE = Pattern.compile("\\b(counter|gauge|timer)\\(\\s*\"(hbase_search_[^\"]*)\"");
    private static final Pattern CONSTANT = Pattern.compile("String ([A-Z]+) = (\"hbase_search_[^\"]*\");");
    private static final Pattern ROW = Pattern.compile("^\\| `(hbase_search_[a-z0-9_]+)` \\| (\\w+) \\| ");
    private static final Pattern NAME = Pattern.compile("\\bhbase_search_[a-z0-9_]+");
    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
    private static final Pattern RUNBOOK = Pattern.compile("runbook: docs/runbook.md#(\\w+)");
    private static final Pattern DESCRIBED = Pattern.compile("`(hbase_search_[a-z0-9_]+)[`{]");
    /** The end of a name that begins as another one of its line does. */
    private static final Pattern SHORT = Pattern.compile("`(_[a-z0-9_]+)[`{]");

    @Test
    void everyMetricIsDescribedInAReadme() throws IOException {
        Set<String> described = described(true);
        assertThat(literals()).hasSizeGreaterThan(50).isSubsetOf(described);
    }

    @Test
    void noReadmeDescribesAMetricThatThereIsNot() throws IOException {
        assertThat(literals()).containsAll(described(false));
    }

    @Test
    void everyMetricHasANameOfItsKindInBaseUnits() throws IOException {
        Map<String, String> made = made();
        assertThat(made.keySet()).isEqualTo(literals());
        made.forEach((name, kind) -> assertThat(name)
                .as(kind)
                .matches("hbase_search(_[a-z0-9]+)+")
                .doesNotMatch(".*_(millis|milliseconds|ms|micros|nanos|minutes|kb|mb|percent)(_total)?")
                .matches(
                        switch (kind) {
                            case "counter" -> ".*_total";
                            case "timer" -> ".*_seconds";
                            default -> ".*(?<!_total|_count|_created|_bucket|_info)";
                        }));
    }

    @Test
    void thePageOfMetricsHasEachOfThemOnceAndItsKind() throws IOException {
        Map<String, String> kinds = new TreeMap<>();
        Files.readAllLines(ROOT.resolve("docs/metrics.md")).forEach(line -> {
            Matcher row = ROW.matcher(line);
            if (row.find()) {
                assertThat(kinds.put(row.group(1), row.group(2)))
                        .as(row.group(1))
                        .isNull();
            }
        });
        assertThat(kinds).isEqualTo(made());
    }

    @Test
    void dashboardAndAlertsShowMetricsThatThereAre() throws IOException {
        Map<String, String> made = made();
        for (String file : List.of("grafana/dashboard.json", "prometheus/alerts.yaml")) {
            Set<String> shown = new TreeSet<>();
            Matcher name = NAME.matcher(Files.readString(ROOT.resolve("deploy").resolve(file)));
            while (name.find()) {
                String base = name.group().replaceFirst("_seconds_(bucket|sum|count|max)$", "_seconds");
                shown.add(base);
                if (!base.equals(name.group())) {
                    assertThat(made).as(name.group()).containsEntry(base, "timer");
                }
            }
            assertThat(shown).as(file).hasSizeGreaterThan(10).isSubsetOf(made.keySet());
        }
    }

    @Test
    void everyAlertHasAnEntryInTheRunbookAndEveryEntryAnAlert() throws IOException {
        String rules = Files.readString(ROOT.resolve("deploy/prometheus/alerts.yaml"));
        List<String> alerts =
                ALERT.matcher(rules).results().map(found -> found.group(1)).toList();
        List<String> entries = Files.readAllLines(ROOT.resolve("docs/runbook.md")).stream()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring("## ".length()))
                .toList();
        assertThat(alerts).hasSizeGreaterThan(10).doesNotHaveDuplicates().isEqualTo(entries);
        assertThat(RUNBOOK.matcher(rules).results().map(found -> found.group(1)))
                .containsExactlyElementsOf(alerts.stream()
                        .map(alert -> alert.toLowerCase(Locale.ROOT))
                        .toList());
    }

    /** A name that is used more than once stands in a constant of its class. */
    private static String withoutConstants(String source) {
        Matcher constants = CONSTANT.matcher(source);
        String replaced = source;
        while (constants.find()) {
            replaced = replaced.replaceAll("\\(\\s*" + constants.group(1) + "\\b", "(" + constants.group(2));
        }
        return replaced;
    }

    /** Each with its kind. */
    private static Map<String, String> made() throws IOException {
        Map<String, String> made = new TreeMap<>();
        for (String source : read(".java")) {
            Matcher matcher = MADE.matcher(withoutConstants(source));
            while (matcher.find()) {
                made.put(matcher.group(2), matcher.group(1));
            }
        }
        return made;
    }

    private static Set<String> literals() throws IOException {
        Set<String> names = new TreeSet<>();
        for (String source : read(".java")) {
            LITERAL.matcher(source).results().forEach(found -> names.add(found.group(1)));
        }
        return names;
    }

    /** @param shortened whether also names of which only the end is written, with whatever beginning they may have */
    private static Set<String> described(boolean shortened) throws IOException {
        Set<String> names = new HashSet<>();
        for (String text : read(".md")) {
            for (String line : text.split("\n")) {
                List<String> whole = new ArrayList<>();
                DESCRIBED.matcher(line).results().forEach(found -> whole.add(found.group(1)));
                names.addAll(whole);
                if (shortened) {
                    SHORT.matcher(line)
                            .results()
                            .forEach(found -> whole.forEach(name -> names.addAll(endings(name, found.group(1)))));
                }
            }
        }
        return names;
    }

    private static Set<String> endings(String name, String end) {
        Set<String> names = new HashSet<>(Set.of(name + end));
        for (int i = name.indexOf('_'); i >= 0; i = name.indexOf('_', i + 1)) {
            names.add(name.substring(0, i) + end);
        }
        return names;
    }

    /** What is shipped: READMEs, and the sources of production code. */
    private static List<String> read(String extension) throws IOException {
        List<String> texts = new ArrayList<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path file : files.filter(path -> isShipped(ROOT.relativize(path), extension))
                    .toList()) {
                texts.add(Files.readString(file));
            }
        }
        return texts;
    }

    private static boolean isShipped(Path path, String extension) {
        String name = path.toString();
        return name.endsWith(extension)
                && !name.startsWith("testing")
                && !name.startsWith("benchmarks")
                && !name.contains("target")
                && (extension.equals(".md") || path.startsWith(name.split("src")[0] + "src/main/java"));
    }
}
