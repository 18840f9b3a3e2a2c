/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.settings;

import io.hbasesearch.core.definition.value.Scoring;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingGroup;
import io.hbasesearch.core.yaml.ValueType;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The keys of {@code ranking}. */
public final class RankingSettings {
    private static final Pattern DIGITS = Pattern.compile("[01](\\.[0-9]{1,9})?");

    public static final Setting<Float> TIE = Setting.withDefault(
            Scoring.TIE,
            ValueType.of(Scoring.TIE_FORM, RankingSettings::tie),
            "0",
            "part of the scores of a word's other fields that is added to that of its best field");
    public static final Setting<List<Map<String, Object>>> FUNCTIONS = Setting.optional(
            Scoring.FUNCTIONS,
            ValueType.anyMapping(
                            "{recency: {field, halfLife, weight}}, {log: {field, pivot, weight}} or {saturation: {field, at,"
                                    + " weight}}")
                    .list(),
            "functions of dates and numbers; the score is multiplied by 1 + the sum of them");
    public static final SettingGroup RANKING = SettingGroup.of(
            "ranking", "how rows are scored beside the weights of fields; requests may differ", TIE, FUNCTIONS);

    private RankingSettings() {}

    private static Float tie(String text) {
        float tie = DIGITS.matcher(text).matches() ? Float.parseFloat(text) : -1;
        if (!Scoring.isTie(tie)) {
            throw new IllegalArgumentException();
        }
        return tie;
    }
}
