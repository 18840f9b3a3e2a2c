/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What one way gave in one round. Immutable.
 *
 * @param figures by their names, which hold the unit
 * @param clock between whose ends it was measured; none if that is all the time that it took
 */
public record Sample(Map<String, Double> figures, Optional<Span> clock) {
    public Sample {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }

    public Sample(Map<String, Double> figures) {
        this(figures, Optional.empty());
    }

    public static Sample of(String figure, double value) {
        return new Sample(Map.of(figure, value));
    }

    public Sample and(String figure, double value) {
        return and(Map.of(figure, value));
    }

    public Sample and(Map<String, Double> others) {
        Map<String, Double> more = new LinkedHashMap<>(figures);
        more.putAll(others);
        return new Sample(more, clock);
    }

    /** With whose processor time it was. */
    public Sample and(ProcessorSeconds spent) {
        return and("client CPU s", spent.client())
                .and("HBase CPU s", spent.hbase())
                .and("Kafka CPU s", spent.kafka())
                .and("Elasticsearch CPU s", spent.elasticsearch());
    }

    /** What came before and after that was preparation. */
    public Sample during(Span measured) {
        return new Sample(figures, Optional.of(measured));
    }

    /** @throws IllegalArgumentException if there is no such figure */
    public double figure(String name) {
        Double value = figures.get(name);
        if (value == null) {
            throw new IllegalArgumentException("there is no figure '" + name + "' in " + figures.keySet());
        }
        return value;
    }
}
