/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.value.TextForm;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Applies a field's text transformation to raw values. Immutable. */
final class TextWork {
    private final TextForm form;
    private final boolean isIdle;

    TextWork(TextForm form) {
        this.form = form;
        this.isIdle = form.equals(TextForm.DEFAULT);
    }

    /** @return the raw value if there is no transformation, else texts; null if none are left */
    @Nullable
    Object apply(Object raw) throws UndecodableValueException {
        if (isIdle) {
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
        if (form.separator().isPresent()) {
            return texts;
        }
        return texts.isEmpty() ? null : texts.get(0);
    }

    private void add(String text, List<Object> texts) {
        if (form.separator().isEmpty()) {
            addOne(text, texts);
        } else if (!text.isEmpty()) {
            split(text, form.separator().get(), texts);
        }
    }

    private void split(String text, String separator, List<Object> texts) {
        int from = 0;
        for (int to = text.indexOf(separator); to >= 0; to = text.indexOf(separator, from)) {
            addOne(text.substring(from, to), texts);
            from = to + separator.length();
        }
        addOne(text.substring(from), texts);
    }

    /** Adds a text unless the steps leave it empty. */
    private void addOne(String text, List<Object> texts) {
        form.apply(text).ifPresent(texts::add);
    }
}
