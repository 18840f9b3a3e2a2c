/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The samples of a metrics page in Prometheus' text format. Immutable. */
public final class Scrape {
    private static final Pattern LINE = Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)})?\\s+(\\S+)(?:\\s+\\d+)?");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final List<Sample> samples;

    private Scrape(List<Sample> samples) {
        this.samples = List.copyOf(samples);
    }

    /** One sample. */
    public record Sample(String name, Map<String, String> labels, double value) {
        public Sample {
            labels = Map.copyOf(labels);
        }
    }

    /** Returns a page without samples. */
    public static Scrape empty() {
        return new Scrape(List.of());
    }

    /** Parses a page; lines that are no samples are skipped. */
    public static Scrape parse(String page) {
        List<Sample> samples = new ArrayList<>();
        page.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher sample = LINE.matcher(line.strip());
            if (sample.matches()) {
                number(sample.group(3))
                        .ifPresent(value -> samples.add(new Sample(sample.group(1), labels(sample.group(2)), value)));
            }
        });
        return new Scrape(samples);
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new TreeMap<>();
        Matcher label = LABEL.matcher(text == null ? "" : text);
        while (label.find()) {
            labels.put(
                    label.group(1),
                    label.group(2).replace("\\\"", "\"").replace("\\n", "\n").replace("\\\\", "\\"));
        }
        return labels;
    }

    private static Optional<Double> number(String text) {
        try {
            return Optional.of(Double.parseDouble(text.replace("Inf", "Infinity")));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    public List<Sample> all(String name) {
        return samples.stream().filter(sample -> sample.name().equals(name)).toList();
    }

    /** Returns the value for one object; empty if there is none or it is NaN. */
    public Optional<Double> value(String name, String label, String object) {
        return all(name).stream()
                .filter(sample -> object.equals(sample.labels().get(label)))
                .map(Sample::value)
                .filter(value -> !value.isNaN())
                .findFirst();
    }
}
