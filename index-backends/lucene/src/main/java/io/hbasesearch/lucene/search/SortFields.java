/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.core.spi.search.SortKind;
import io.hbasesearch.core.spi.search.SortValues;
import io.hbasesearch.lucene.document.IndexFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSelector;
import org.apache.lucene.search.SortedNumericSortField;
import org.apache.lucene.search.SortedSetSelector;
import org.apache.lucene.search.SortedSetSortField;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Translates an order of hits for Lucene, forwards or backwards. Rows without a number have the greatest or the least possible
 * one, so the row key orders them. A long may have that value: then a second key tells these rows apart. Immutable.
 */
final class SortFields {
    private final List<SortKey> keys;
    private final List<SortKind> kinds;
    private final boolean backwards;

    /** The position of each key among those of Lucene. */
    private final int[] positions;

    /** @throws io.hbasesearch.core.error.HBaseSearchException QUERY_INVALID if a key's field has no order */
    SortFields(List<SortKey> keys, IndexDefinition definition, boolean backwards) {
        this.keys = keys;
        this.kinds = keys.stream().map(key -> SortKind.of(key, definition)).toList();
        this.backwards = backwards;
        this.positions = new int[keys.size() + 1];
        for (int i = 0; i < keys.size(); i++) {
            positions[i + 1] = positions[i] + (mayHaveExtremes(keys.get(i), definition) ? 2 : 1);
        }
    }

    /** Tells if a row may have the value that stands for a missing one. */
    private static boolean mayHaveExtremes(SortKey key, IndexDefinition definition) {
        return key instanceof SortKey.Field field
                && definition
                        .field(field.name())
                        .filter(mapping -> mapping.type() == FieldType.LONG)
                        .isPresent();
    }

    private boolean hasTwo(int key) {
        return positions[key + 1] - positions[key] == 2;
    }

    Sort sort() {
        List<SortField> fields = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            boolean decidesTies = i > 0 && kinds.get(i) == SortKind.ROW;
            fields.add(
                    decidesTies
                            ? new SortField(
                                    IndexFields.ID, new RowOrder.Source(IndexFields.ID_BYTES), isReverse(keys.get(i)))
                            : sortField(keys.get(i), kinds.get(i)));
            if (hasTwo(i)) {
                SortKey.Field key = (SortKey.Field) keys.get(i);
                fields.add(new MissingValues(key.name(), isMissingGreatest(key) ? 1 : -1).getSortField(isReverse(key)));
            }
        }
        return new Sort(fields.toArray(SortField[]::new));
    }

    /** Returns the keyword and boolean fields among the keys, which have separate doc values. */
    List<String> textFields() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            boolean isText = kinds.get(i) == SortKind.TEXT || kinds.get(i) == SortKind.BOOLEAN;
            if (isText && keys.get(i) instanceof SortKey.Field field) {
                names.add(field.name());
            }
        }
        return names;
    }

    private SortField sortField(SortKey key, SortKind kind) {
        boolean reverse = isReverse(key);
        return switch (kind) {
            // Scores sort in descending order by default.
            case SCORE -> new SortField(null, SortField.Type.SCORE, !reverse);
            case ROW -> new SortField(IndexFields.ID, SortField.Type.STRING, reverse);
            case TEXT, BOOLEAN -> textField((SortKey.Field) key, reverse);
            case WHOLE, FLOAT, DOUBLE -> numberField((SortKey.Field) key, kind, reverse);
            case DISTANCE -> distance((SortKey.Distance) key);
        };
    }

    /** Far rows are near the opposite point, so documents without a value, which are infinitely far, end up at the right end. */
    private SortField distance(SortKey.Distance key) {
        boolean greatestFirst = key.missingFirst();
        return new SortField(key.name(), new DistanceOrder(key.origin(), greatestFirst), greatestFirst ^ backwards);
    }

    private boolean isReverse(SortKey key) {
        return key.descending() ^ backwards;
    }

    private SortField textField(SortKey.Field key, boolean reverse) {
        SortField field = new SortedSetSortField(
                IndexFields.values(key.name()),
                reverse,
                key.descending() ? SortedSetSelector.Type.MAX : SortedSetSelector.Type.MIN);
        field.setMissingValue(isMissingGreatest(key) ? SortField.STRING_LAST : SortField.STRING_FIRST);
        return field;
    }

    private SortField numberField(SortKey.Field key, SortKind kind, boolean reverse) {
        SortField.Type type =
                switch (kind) {
                    case FLOAT -> SortField.Type.FLOAT;
                    case DOUBLE -> SortField.Type.DOUBLE;
                    case WHOLE, SCORE, ROW, TEXT, BOOLEAN, DISTANCE -> SortField.Type.LONG;
                };
        SortField field = new SortedNumericSortField(
                key.name(),
                type,
                reverse,
                key.descending() ? SortedNumericSelector.Type.MAX : SortedNumericSelector.Type.MIN);
        field.setMissingValue(missing(key, kind));
        return withoutPoints(field);
    }

    /** Disables points: an int field is sorted as longs, as in Elasticsearch, but its points are not longs. */
    @SuppressWarnings("deprecation") // there is no other way in this version to have doc values read only
    private static SortField withoutPoints(SortField field) {
        field.setOptimizeSortWithIndexedData(false);
        return field;
    }

    /**
     * Returns whether missing values count as the greatest: in Lucene they are the greatest or the least, and are reversed with
     * all others.
     */
    private static boolean isMissingGreatest(SortKey.Field key) {
        return key.missingFirst() == key.descending();
    }

    private static Object missing(SortKey key, SortKind kind) {
        boolean greatest = key instanceof SortKey.Distance || isMissingGreatest((SortKey.Field) key);
        return switch (kind) {
            case FLOAT -> greatest ? Float.POSITIVE_INFINITY : Float.NEGATIVE_INFINITY;
            case DOUBLE, DISTANCE -> greatest ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
            case WHOLE, SCORE, ROW, TEXT, BOOLEAN -> greatest ? Long.MAX_VALUE : Long.MIN_VALUE;
        };
    }

    /** Returns the position after which Lucene must continue. No document is at that position, whatever its number. */
    FieldDoc place(SortValues values) {
        SortKind.requireFit(kinds, values);
        Object[] fields = new Object[positions[keys.size()]];
        for (int i = 0; i < keys.size(); i++) {
            Object value = values.values().get(i);
            fields[positions[i]] = toLucene(value, keys.get(i), kinds.get(i));
            if (hasTwo(i)) {
                fields[positions[i] + 1] =
                        value != null ? 0L : isMissingGreatest((SortKey.Field) keys.get(i)) ? 1L : -1L;
            }
        }
        return new FieldDoc(Integer.MAX_VALUE, 0, fields);
    }

    private static @Nullable Object toLucene(@Nullable Object value, SortKey key, SortKind kind) {
        if (value == null) {
            return kind == SortKind.TEXT || kind == SortKind.BOOLEAN ? null : missing(key, kind);
        }
        return switch (kind) {
            case SCORE, FLOAT -> ((Double) value).floatValue();
            case ROW, TEXT -> new BytesRef((String) value);
            case BOOLEAN -> new BytesRef(Boolean.toString((Long) value != 0));
            case WHOLE, DOUBLE, DISTANCE -> value;
        };
    }

    SortValues values(FieldDoc hit) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            Object value = hit.fields[positions[i]];
            values.add(
                    hasTwo(i)
                            ? Objects.equals(hit.fields[positions[i] + 1], 0L) ? value : null
                            : fromLucene(value, keys.get(i), kinds.get(i)));
        }
        return new SortValues(values);
    }

    private static @Nullable Object fromLucene(@Nullable Object value, SortKey key, SortKind kind) {
        if (value == null) {
            return null;
        }
        return switch (kind) {
            case SCORE -> ((Float) value).doubleValue();
            case ROW, TEXT -> ((BytesRef) value).utf8ToString();
            case BOOLEAN -> ((BytesRef) value).utf8ToString().equals("true") ? 1L : 0L;
            case WHOLE, DOUBLE, DISTANCE -> Objects.equals(value, missing(key, kind)) ? null : value;
            case FLOAT -> Objects.equals(value, missing(key, kind)) ? null : ((Float) value).doubleValue();
        };
    }

    /** Returns the score; 0 if the order does not need it. */
    float score(FieldDoc hit) {
        int score = kinds.indexOf(SortKind.SCORE);
        return score < 0 ? 0 : (Float) hit.fields[positions[score]];
    }

    /** Returns the document id. */
    String id(FieldDoc hit) {
        return ((BytesRef) hit.fields[positions[kinds.indexOf(SortKind.ROW)]]).utf8ToString();
    }
}
