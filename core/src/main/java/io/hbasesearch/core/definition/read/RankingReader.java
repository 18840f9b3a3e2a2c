/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.read;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.ScoringParser;
import io.hbasesearch.core.definition.settings.RankingSettings;
import io.hbasesearch.core.definition.value.ScoreFunction;
import io.hbasesearch.core.definition.value.Scoring;
import io.hbasesearch.core.yaml.SettingValues;
import java.util.List;

/** Reads the settings under {@code ranking}. Stateless. */
final class RankingReader {
    private RankingReader() {}

    /**
     * @param fields as far as they could be read
     * @param written names of all entries under {@code fields}
     */
    static Scoring read(SettingValues values, List<FieldMapping> fields, List<String> written) {
        ScoringParser parser = new ScoringParser(
                fields,
                written,
                (pointer, detail, hint) -> values.problem(
                        RankingSettings.FUNCTIONS,
                        (pointer.isEmpty() ? "" : "has at " + pointer + ": ")
                                + detail
                                + (hint == null ? "" : ". " + hint)));
        List<ScoreFunction> functions =
                values.find(RankingSettings.FUNCTIONS).map(parser::functions).orElse(List.of());
        return new Scoring(values.find(RankingSettings.TIE).orElse(Scoring.DEFAULT.tie()), functions);
    }
}
