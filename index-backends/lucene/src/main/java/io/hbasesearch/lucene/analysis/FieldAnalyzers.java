/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.analysis;

import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.DelegatingAnalyzerWrapper;

/** Applies a separate analyzer to each field. Closed by its owner, together with the analyzers. */
final class FieldAnalyzers extends DelegatingAnalyzerWrapper {
    /** Gap between the values of a field, so large that no phrase spans two values; the same as Elasticsearch's. */
    private static final int POSITIONS_BETWEEN_VALUES = 100;

    private final Analyzer others;
    private final Map<String, Analyzer> byField;

    /** @param others the analyzer of all other fields */
    FieldAnalyzers(Analyzer others, Map<String, Analyzer> byField) {
        super(PER_FIELD_REUSE_STRATEGY);
        this.others = others;
        this.byField = Map.copyOf(byField);
    }

    @Override
    protected Analyzer getWrappedAnalyzer(String field) {
        return byField.getOrDefault(field, others);
    }

    @Override
    public int getPositionIncrementGap(String field) {
        return POSITIONS_BETWEEN_VALUES;
    }

    @Override
    public String toString() {
        return "analyzers of fields " + byField.keySet();
    }
}
