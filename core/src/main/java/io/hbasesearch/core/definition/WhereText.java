/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.definition.settings.WhereSettings;
import io.hbasesearch.core.definition.value.Check;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.YamlText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes conditions as YAML. Stateless. */
final class WhereText {
    private WhereText() {}

    /** Writes the conditions in the order of their names. Their order has no meaning in a definition. */
    static String of(List<Condition> conditions) {
        Map<String, String> entries = new TreeMap<>();
        conditions.forEach(each -> entries.put(each.field().name(), entry(each)));
        return YamlText.mapping(entries);
    }

    private static String entry(Condition condition) {
        Map<String, String> settings = new LinkedHashMap<>();
        if (condition.isColumn()) {
            Map<String, String> form = FieldText.of(condition.field());
            WhereSettings.FORM.stream()
                    .map(Setting::key)
                    .filter(form::containsKey)
                    .forEach(key -> settings.put(key, form.get(key)));
        }
        condition.checks().forEach(check -> add(settings, check));
        return YamlText.mapping(settings);
    }

    private static void add(Map<String, String> settings, Check check) {
        if (check instanceof Check.OneOf any) {
            addValues(settings, any.values());
        } else if (check instanceof Check.Prefix prefix) {
            put(settings, WhereSettings.PREFIX, prefix.text());
        } else if (check instanceof Check.Range range) {
            range.low()
                    .ifPresent(low ->
                            put(settings, low.included() ? WhereSettings.AT_LEAST : WhereSettings.ABOVE, low.value()));
            range.high()
                    .ifPresent(high ->
                            put(settings, high.included() ? WhereSettings.AT_MOST : WhereSettings.BELOW, high.value()));
        } else if (check instanceof Check.Exists exists) {
            settings.put(WhereSettings.EXISTS.key(), Boolean.toString(exists.there()));
        } else if (check instanceof Check.NoneOf none) {
            Map<String, String> inner = new LinkedHashMap<>();
            none.checks().forEach(each -> add(inner, each));
            settings.put(WhereSettings.NOT.key(), YamlText.mapping(inner));
        }
    }

    /** Adds a value, then a list: a definition has at most one of each, in this order. A list of one is the same as a value. */
    private static void addValues(Map<String, String> settings, List<String> values) {
        List<String> quoted = new ArrayList<>();
        values.forEach(value -> quoted.add(YamlText.quote(value)));
        boolean isFirst = !settings.containsKey(WhereSettings.EQUALS.key());
        if (values.size() == 1 && isFirst) {
            settings.put(WhereSettings.EQUALS.key(), quoted.get(0));
        } else {
            settings.put(WhereSettings.IN.key(), YamlText.list(quoted));
        }
    }

    private static void put(Map<String, String> settings, Setting<String> setting, String value) {
        settings.put(setting.key(), YamlText.quote(value));
    }
}
