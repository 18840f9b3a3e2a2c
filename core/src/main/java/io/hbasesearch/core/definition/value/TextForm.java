/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The transformation of a value as text before it is converted to the field's type, in this order.
 *
 * @param separator that splits a text into several values
 * @param steps that are applied to each value
 * @param labels for codes; a value without a label stays as it is
 */
public record TextForm(Optional<String> separator, List<TextStep> steps, Map<String, String> labels) {
    /** No transformation: the default. */
    public static final TextForm DEFAULT = new TextForm(Optional.empty(), List.of(), Map.of());

    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]+");

    public TextForm {
        Objects.requireNonNull(separator, "separator");
        steps = List.copyOf(steps);
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }

    /** Applies the steps and the label to one value; empty if the steps leave no text, so that the value is left out. */
    public Optional<String> apply(String value) {
        String done = stepped(value);
        return done.isEmpty() && !steps.isEmpty() ? Optional.empty() : Optional.of(labels.getOrDefault(done, done));
    }

    private String stepped(String value) {
        String done = value;
        for (TextStep step : steps) {
            done = step.apply(done);
        }
        return done;
    }

    /**
     * Returns the texts that a value of a query may stand for: the value as the field shows it, and the value as cells have it unless it
     * is also a label: with the labels A: B and B: C, the text B means the label of A. Case and blanks at the ends are those of the field.
     */
    public List<String> sought(String value) {
        String shown = tidied(value);
        return labels.containsValue(shown)
                ? List.of(shown)
                : Stream.concat(Stream.of(shown), apply(value).stream())
                        .distinct()
                        .toList();
    }

    /** Returns the value in the case that the field's values have, and without blanks at its ends if they have none. */
    private String tidied(String value) {
        String shown = withCase(value);
        for (TextStep step : steps) {
            shown = step instanceof TextStep.Trim ? step.apply(shown) : shown;
        }
        return shown;
    }

    /**
     * Returns the bound of a range over texts as the field shows them. Empty if the steps leave nothing of it, or if the field shows
     * a label for it, whose place in the order is another.
     */
    public Optional<String> bound(String value) {
        String shown = tidied(value);
        if (labels.containsValue(shown)) {
            return Optional.of(shown);
        }
        String done = mayLeave(shown) ? shown : stepped(value);
        boolean isLost = done.isEmpty() && !value.isEmpty();
        return isLost || labels.containsKey(done) ? Optional.empty() : Optional.of(done);
    }

    /**
     * Returns the number, date or truth value that a text of a query means. That is the value as the field shows it; or the value as cells
     * have it if the text is no value otherwise, or if the field shows another one for it.
     *
     * @param asShown converts a text that the field shows; empty if it is not of the field's type
     * @param asStored converts a text that the steps and labels leave, as for documents
     */
    public <T> Optional<T> meant(
            String text, Function<String, Optional<T>> asShown, Function<String, Optional<T>> asStored) {
        Optional<T> shown = asShown.apply(text);
        Optional<T> stored = apply(text).flatMap(asStored);
        return stored.isPresent()
                        && shown.filter(value -> mayShow(text, value, asStored)).isEmpty()
                ? stored
                : shown;
    }

    private <T> boolean mayShow(String text, T value, Function<String, Optional<T>> asStored) {
        boolean isLabel = labels.values().stream().map(asStored).anyMatch(Optional.of(value)::equals);
        String canonical = value.toString();
        boolean isLeft = !WHOLE_NUMBER.matcher(canonical).matches() || mayLeave(canonical);
        return isLabel || (isLeft && !labels.containsKey(stepped(text)));
    }

    /** Tells if the steps may leave this text; false only if they leave it of no value. */
    private boolean mayLeave(String text) {
        for (int i = steps.size() - 1; i >= 0; i--) {
            TextStep step = steps.get(i);
            if (step instanceof TextStep.Substring part) {
                return text.codePointCount(0, text.length()) <= part.to() - part.from();
            }
            if (step instanceof TextStep.Piece piece) {
                return !text.contains(piece.separator());
            }
            if (!step.apply(text).equals(text)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the values of cells or row keys that labels alone turn into this text; empty if steps change values too. */
    public Optional<List<String>> before(String shown) {
        if (!steps.isEmpty() || separator.isPresent()) {
            return Optional.empty();
        }
        Stream<String> itself = labels.containsKey(shown) ? Stream.empty() : Stream.of(shown);
        Stream<String> labelled = labels.entrySet().stream()
                .filter(label -> label.getValue().equals(shown))
                .map(Map.Entry::getKey);
        return Optional.of(Stream.concat(labelled, itself).distinct().toList());
    }

    /** Returns a part of a value, such as its beginning, in the case that the field's values have. */
    public String withCase(String part) {
        String done = part;
        for (TextStep step : steps) {
            done = step instanceof TextStep.Lower || step instanceof TextStep.Upper ? step.apply(done) : done;
        }
        return done;
    }
}
