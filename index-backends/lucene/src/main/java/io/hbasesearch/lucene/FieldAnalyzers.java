/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.DelegatingAnalyzerWrapper;

/** Treats each field by an analyzer of its own. Closed by its owner, and the analyzers with it. */
final class FieldAnalyzers extends DelegatingAnalyzerWrapper {
    /** So far apart that no phrase reaches from one value of a field to the next; as Elasticsearch has it. */
    private static final int POSITIONS_BETWEEN_VALUES = 100;

    private final Analyzer others;
    private final Map<String, Analyzer> byField;

    /** @param others for the fields that have none */
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
