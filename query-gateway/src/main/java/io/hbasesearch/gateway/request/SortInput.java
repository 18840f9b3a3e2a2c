/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.GeoPoint;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.core.spi.search.SortKind;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Sort order as a caller wrote it. A key is {@code field}, {@code _score} or {@code _key}, each optionally followed by {@code :asc} or
 * {@code :desc}, and a field also by {@code :first} or {@code :last} for rows without a value. {@code field:lat,lon} sorts by the distance from
 * a point. Immutable.
 *
 * @param inBody whether it is in a body; else in the URL
 */
public record SortInput(List<String> keys, boolean inBody) {
    static final String PARAMETER = "sort";

    private static final String SCORE = "_score";
    private static final String KEY = "_key";
    /** Keys with commas between them; a point, too, has a comma, but in the place of the direction. */
    private static final Pattern SEVERAL = Pattern.compile("[^:,]+(:asc|:desc)?(:first|:last)?,.*");

    private static final String FORM =
            "Write a field, _score or _key, then optionally :asc or :desc; for a field, also :first or :last for rows without a value."
                    + " For the distance of a geo_point field, write field:LATITUDE,LONGITUDE in place of the field.";

    public SortInput {
        keys = List.copyOf(keys);
    }

    /**
     * Parses the order and appends the row key, so that no two rows are equal.
     *
     * @throws ProblemException 400 that points at the key that this index cannot sort by
     */
    public List<SortKey> read(IndexDefinition definition) {
        List<SortKey> sort = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            int place = i;
            if (SEVERAL.matcher(keys.get(i)).matches()) {
                throw refused(
                        i,
                        "'" + keys.get(i) + "' has several keys",
                        "Give each key alone: repeat the parameter in a URL, write a list in a body.");
            }
            try {
                SortKey key = key(keys.get(i))
                        .orElseThrow(() -> refused(place, "'" + keys.get(place) + "' is not a valid sort order", FORM));
                SortKind unused = SortKind.of(key, definition);
                sort.add(key);
            } catch (HBaseSearchException e) {
                throw refused(i, e.getMessage(), e.hint().orElse(null));
            } catch (IllegalArgumentException e) {
                throw refused(i, "'" + keys.get(i) + "' is not a valid sort order: the point " + e.getMessage(), FORM);
            }
        }
        return SortKey.complete(sort);
    }

    /** @throws IllegalArgumentException if there is a point that is none; the message completes "the point ..." */
    private static Optional<SortKey> key(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length > 1 && parts[1].indexOf(',') >= 0) {
            GeoPoint point = GeoPoint.parse(parts[1]);
            String rest = text.substring(parts[0].length() + 1 + parts[1].length());
            return key(parts[0] + rest)
                    .filter(SortKey.Field.class::isInstance)
                    .map(SortKey.Field.class::cast)
                    .map(field -> new SortKey.Distance(field.name(), point, field.descending(), field.missingFirst()));
        }
        String name = parts[0];
        boolean isField = !name.equals(SCORE) && !name.equals(KEY);
        Optional<Boolean> descending =
                parts.length > 1 ? choice(parts[1], "asc", "desc") : Optional.of(name.equals(SCORE));
        Optional<Boolean> missingFirst = parts.length > 2 ? choice(parts[2], "last", "first") : Optional.of(false);
        if (name.isEmpty()
                || descending.isEmpty()
                || missingFirst.isEmpty()
                || parts.length > (isField ? 3 : 2)
                || (isField && name.startsWith("_"))) {
            return Optional.empty();
        }
        if (isField) {
            return Optional.of(new SortKey.Field(name, descending.get(), missingFirst.get()));
        }
        return Optional.of(
                name.equals(SCORE) ? new SortKey.Score(descending.get()) : new SortKey.RowOrder(descending.get()));
    }

    private static Optional<Boolean> choice(String text, String no, String yes) {
        return text.equals(yes) || text.equals(no) ? Optional.of(text.equals(yes)) : Optional.empty();
    }

    private ProblemException refused(int place, String detail, @org.jspecify.annotations.Nullable String hint) {
        Fault fault = inBody
                ? Fault.at("/" + PARAMETER + (keys.size() > 1 ? "/" + place : ""), detail, hint)
                : Fault.inParameter(PARAMETER, detail, hint);
        return new ProblemException(ProblemDocument.badRequest(ErrorCode.QUERY_INVALID, List.of(fault)));
    }
}
