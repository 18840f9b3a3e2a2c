/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.plan;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.DateForm;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.TextForm;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.plan.Predicate;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import io.hbasesearch.core.rowkey.value.ValueKind;
import io.hbasesearch.core.rowkey.value.ValueParser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Converts clauses of a query to predicates on the fields of row keys. A clause becomes a predicate only if the index's field holds the
 * key's value unchanged, or a label for it, so that both select the same rows. Immutable.
 */
final class KeyPredicates {
    /** Precision of times in documents; keys may be more precise. */
    private static final Duration GRAIN = Duration.ofMillis(1);

    private final IndexDefinition definition;
    private final RowKeySpec spec;

    KeyPredicates(IndexDefinition definition, RowKeySpec spec) {
        this.definition = definition;
        this.spec = spec;
    }

    /** Returns the clause's predicate; empty if the clause does not concern keys, or cannot be evaluated on keys. */
    Optional<Predicate> of(Query clause) {
        try {
            return Optional.ofNullable(convert(clause))
                    .filter(each ->
                            !(each instanceof Predicate.In in) || !in.values().isEmpty());
        } catch (UnfitValueException e) {
            // No key has such a value; the check of the whole query finds that for each row.
            return Optional.empty();
        }
    }

    private @Nullable Predicate convert(Query clause) {
        if (clause instanceof Query.Word word) {
            return equal(word.fields(), word.text());
        }
        if (clause instanceof Query.Phrase phrase) {
            return equal(phrase.fields(), phrase.text());
        }
        if (clause instanceof Query.Prefix prefix) {
            return prefix.fields().size() == 1 ? prefix(prefix.fields().get(0), prefix.text()) : null;
        }
        if (clause instanceof Query.Suffix suffix) {
            return suffix.fields().size() == 1 ? suffix(suffix.fields().get(0), suffix.text()) : null;
        }
        if (clause instanceof Query.Range range) {
            return range(range);
        }
        return clause instanceof Query.Bool bool ? oneOf(bool) : null;
    }

    private @Nullable Predicate equal(List<String> fields, String text) {
        KeyField field = fields.size() == 1 ? field(fields.get(0)) : null;
        if (field == null) {
            return fields.size() == 1 ? labelled(fields.get(0), text) : null;
        }
        KeyValue value = field.parser().parse(text);
        return value instanceof KeyValue.Moment moment
                ? new Predicate.Range(field.name(), new Bounds<>(moment, true, after(moment), false))
                : new Predicate.Equal(field.name(), value);
    }

    /** Returns the values of the key that a field with labels shows as this text; null if they cannot be told. */
    private @Nullable Predicate labelled(String name, String shown) {
        FieldMapping mapping = definition.field(name).orElse(null);
        if (mapping == null || !(mapping.source() instanceof FieldSource.KeyField source)) {
            return null;
        }
        KeyField field = part(source.name());
        return field == null
                ? null
                : LabelledParts.values(mapping, shown, field.kind(), field.parser())
                        .map(values -> new Predicate.In(field.name(), values))
                        .orElse(null);
    }

    private static KeyValue.Moment after(KeyValue.Moment moment) {
        return new KeyValue.Moment(moment.instant().plus(GRAIN));
    }

    private @Nullable Predicate prefix(String name, String text) {
        KeyField field = field(name);
        return field != null && field.kind() == ValueKind.TEXT ? new Predicate.Prefix(field.name(), text) : null;
    }

    private @Nullable Predicate suffix(String name, String text) {
        KeyField field = field(name);
        return field != null && field.kind() == ValueKind.TEXT ? new Predicate.Suffix(field.name(), text) : null;
    }

    private @Nullable Predicate range(Query.Range range) {
        KeyField field = field(range.field());
        if (field == null || field.kind() == ValueKind.BINARY || (range.lower() == null && range.upper() == null)) {
            return null;
        }
        KeyValue low = range.lower() == null ? null : field.parser().parse(range.lower());
        KeyValue high = range.upper() == null ? null : field.parser().parse(range.upper());
        return new Predicate.Range(field.name(), bounds(range, low, high));
    }

    /** Returns bounds in which a document's time stands for every time of its millisecond. */
    private static Bounds<KeyValue> bounds(Query.Range range, @Nullable KeyValue low, @Nullable KeyValue high) {
        boolean lowInclusive = range.lowerInclusive();
        boolean highInclusive = range.upperInclusive();
        KeyValue from = low;
        KeyValue to = high;
        if (low instanceof KeyValue.Moment moment && !lowInclusive) {
            from = after(moment);
            lowInclusive = true;
        }
        if (high instanceof KeyValue.Moment moment && highInclusive) {
            to = after(moment);
            highInclusive = false;
        }
        return new Bounds<>(from, lowInclusive, to, highInclusive);
    }

    /** Converts alternatives that are values of one field. */
    private @Nullable Predicate oneOf(Query.Bool bool) {
        boolean isMore = !bool.must().isEmpty()
                || !bool.mustNot().isEmpty()
                || !bool.filter().isEmpty();
        if (isMore || bool.should().isEmpty() || bool.minimum() != 1) {
            return null;
        }
        List<KeyValue> values = new ArrayList<>();
        String field = null;
        for (Query each : bool.should()) {
            Predicate one = convert(each);
            if (!(one instanceof Predicate.Equal || one instanceof Predicate.In)
                    || (field != null && !field.equals(one.field()))) {
                return null;
            }
            field = one.field();
            values.addAll(
                    one instanceof Predicate.Equal equal ? List.of(equal.value()) : ((Predicate.In) one).values());
        }
        return field == null ? null : new Predicate.In(field, values);
    }

    /**
     * A field of the index that holds a value of the key unchanged.
     *
     * @param name as the key's specification has it
     */
    private record KeyField(String name, ValueKind kind, ValueParser parser) {}

    private @Nullable KeyField field(String name) {
        Optional<FieldMapping> mapping = definition.field(name).filter(KeyPredicates::isAsItIs);
        if (mapping.isEmpty() || !(mapping.get().source() instanceof FieldSource.KeyField source)) {
            return null;
        }
        KeyField part = part(source.name());
        return part == null || !fits(mapping.get().type(), part.kind()) ? null : part;
    }

    private @Nullable KeyField part(String name) {
        if (spec.variants().stream().anyMatch(variant -> variant.hidesByHash(name))) {
            // The document has only the part that the key holds, but the hash covers the whole value.
            return null;
        }
        ValueKind kind = kind(name);
        Optional<ValueParser> parser = spec.field(name);
        return kind == null || parser.isEmpty() ? null : new KeyField(name, kind, parser.get());
    }

    /** Returns the key's field whose values this index field holds unchanged; empty if there is none. */
    Optional<String> keyField(String name) {
        return Optional.ofNullable(field(name)).map(KeyField::name);
    }

    private static boolean isAsItIs(FieldMapping mapping) {
        return mapping.form().texts().equals(TextForm.DEFAULT)
                && mapping.form().dates().equals(DateForm.DEFAULT);
    }

    private static boolean fits(FieldType type, ValueKind kind) {
        return switch (kind) {
            case TEXT, BINARY -> type == FieldType.KEYWORD;
            case INT, WHOLE -> type == FieldType.INT || type == FieldType.LONG;
            case REAL -> type == FieldType.DOUBLE;
            case MOMENT -> type == FieldType.DATE;
        };
    }

    /** Returns the field's kind; null if no variant has the field, or if the variants disagree. */
    private @Nullable ValueKind kind(String name) {
        List<ValueKind> kinds = spec.variants().stream()
                .flatMap(variant -> variant.parts().stream())
                .map(part -> part.fields().get(name))
                .filter(codec -> codec != null)
                .map(codec -> codec.kind())
                .distinct()
                .toList();
        return kinds.size() == 1 ? kinds.get(0) : null;
    }
}
