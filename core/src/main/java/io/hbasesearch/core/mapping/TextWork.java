/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.TextForm;
import java.util.ArrayList;
import java.util.List;

/** Does to raw values what a field does to texts. Immutable. */
final class TextWork {
    private final TextForm form;

    TextWork(TextForm form) {
        this.form = form;
    }

    /** @return the same where nothing is to be done, else texts */
    Object apply(Object raw) throws UndecodableValueException {
        if (form.equals(TextForm.DEFAULT)) {
            return raw;
        }
        List<Object> texts = new ArrayList<>();
        if (raw instanceof List<?> list) {
            for (Object each : list) {
                add(ValueConverter.text(each), texts);
            }
            return texts;
        }
        add(ValueConverter.text(raw), texts);
        return form.separator().isPresent() ? texts : texts.get(0);
    }

    private void add(String text, List<Object> texts) {
        if (form.separator().isEmpty()) {
            texts.add(text);
        } else if (!text.isEmpty()) {
            split(text, form.separator().get(), texts);
        }
    }

    private static void split(String text, String separator, List<Object> texts) {
        int from = 0;
        for (int to = text.indexOf(separator); to >= 0; to = text.indexOf(separator, from)) {
            texts.add(text.substring(from, to));
            from = to + separator.length();
        }
        texts.add(text.substring(from));
    }
}
