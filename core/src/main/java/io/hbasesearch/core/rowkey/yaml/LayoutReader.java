/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.yaml;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.KeyLayout;
import io.hbasesearch.core.rowkey.part.KeyPart;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Creates one variant from its parts. */
final class LayoutReader {
    private static final Pattern NAME = Pattern.compile("\\p{L}[\\p{L}\\p{M}\\p{N}_-]{0,99}");

    private final String name;
    private final SettingValues owner;
    private final List<SettingValues> entries;

    /** @param owner where problems of the whole key are reported */
    LayoutReader(String name, SettingValues owner) {
        this.name = name;
        this.owner = owner;
        this.entries = owner.each(RowKeySettings.PARTS);
    }

    /** Reads the variant; empty if there is a problem, which was reported. */
    Optional<KeyLayout> read() {
        if (entries.isEmpty()) {
            owner.problem("has no parts: name at least one under parts");
            return Optional.empty();
        }
        entries.forEach(LayoutReader::check);
        Map<String, KeyPart> others = others();
        Map<String, KeyPart> hashes = hashes(others);
        List<KeyPart> parts = new ArrayList<>();
        for (SettingValues entry : entries) {
            KeyPart hash = hashes.get(entry.name());
            Optional.ofNullable(hash == null ? others.get(entry.name()) : hash).ifPresent(parts::add);
        }
        checkFields(parts);
        return parts.size() < entries.size() ? Optional.empty() : Optional.of(checkLength(new KeyLayout(name, parts)));
    }

    private static void check(SettingValues entry) {
        if (!NAME.matcher(entry.name()).matches()) {
            entry.problemWithName(
                    "is not a part's name, which has at most 100 letters, digits, _ and -, and begins with a letter");
        }
        Optional<PartKind> kind = entry.find(RowKeySettings.KIND);
        if (kind.isEmpty()) {
            return;
        }
        for (Setting<?> setting : RowKeySettings.PARTS.settings()) {
            if (setting != RowKeySettings.KIND
                    && entry.isWritten(setting)
                    && !RowKeySettings.OF_KIND.get(kind.get()).contains(setting)) {
                entry.problem(setting, "has no meaning for a part of kind " + RowKeySettings.name(kind.get()));
            }
        }
    }

    private Map<String, KeyPart> others() {
        Map<String, KeyPart> others = new LinkedHashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            SettingValues entry = entries.get(i);
            boolean last = i == entries.size() - 1;
            entry.find(RowKeySettings.KIND)
                    .filter(kind -> kind != PartKind.HASH)
                    .flatMap(kind -> new PartReader(entry, last).read(kind))
                    .ifPresent(part -> others.put(entry.name(), part));
        }
        return others;
    }

    private Map<String, KeyPart> hashes(Map<String, KeyPart> others) {
        Set<String> fields = new LinkedHashSet<>();
        others.values().forEach(part -> fields.addAll(part.fields().keySet()));
        Map<String, KeyPart> hashes = new LinkedHashMap<>();
        for (SettingValues entry : entries) {
            entry.find(RowKeySettings.KIND)
                    .filter(kind -> kind == PartKind.HASH)
                    .flatMap(kind -> new HashReader(entry, others, fields).read())
                    .ifPresent(part -> hashes.put(entry.name(), part));
        }
        return hashes;
    }

    private void checkFields(List<KeyPart> parts) {
        Set<String> seen = new LinkedHashSet<>();
        for (KeyPart part : parts) {
            for (String field : part.fields().keySet()) {
                if (!seen.add(field)) {
                    owner.problem("has two parts with the field " + field + ": give one of them another name");
                }
            }
        }
    }

    private KeyLayout checkLength(KeyLayout layout) {
        if (layout.shortest() > RowKey.MAX_LENGTH) {
            owner.problem("makes keys of at least " + layout.shortest() + " bytes, and HBase takes at most "
                    + RowKey.MAX_LENGTH + ": see the parts' widths");
        }
        return layout;
    }
}
