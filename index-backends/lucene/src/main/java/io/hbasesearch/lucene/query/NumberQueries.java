/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.query;

import io.hbasesearch.core.definition.value.FieldType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.apache.lucene.document.DoubleField;
import org.apache.lucene.document.DoublePoint;
import org.apache.lucene.document.FloatField;
import org.apache.lucene.document.FloatPoint;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.jspecify.annotations.Nullable;

/**
 * Builds queries for numbers equal to a value or between two. Bounds are any decimal numbers, whatever the field's type: a
 * range of integers from 1.5 starts with 2.
 */
final class NumberQueries {
    private NumberQueries() {}

    static Query exact(FieldType type, String field, String value) {
        return range(type, field, value, true, value, true);
    }

    static Query range(
            FieldType type,
            String field,
            @Nullable String lower,
            boolean lowerInclusive,
            @Nullable String upper,
            boolean upperInclusive) {
        return switch (type) {
            case INT ->
                integers(
                        field,
                        least(lower, lowerInclusive, Integer.MIN_VALUE),
                        greatest(upper, upperInclusive, Integer.MAX_VALUE),
                        Integer.MIN_VALUE,
                        Integer.MAX_VALUE,
                        (from, to) -> IntField.newRangeQuery(field, (int) from, (int) to));
            case LONG ->
                integers(
                        field,
                        least(lower, lowerInclusive, Long.MIN_VALUE),
                        greatest(upper, upperInclusive, Long.MAX_VALUE),
                        Long.MIN_VALUE,
                        Long.MAX_VALUE,
                        (from, to) -> LongField.newRangeQuery(field, from, to));
            case FLOAT -> floats(field, lower, lowerInclusive, upper, upperInclusive);
            case DOUBLE -> doubles(field, lower, lowerInclusive, upper, upperInclusive);
            case TEXT, KEYWORD, BOOLEAN, DATE, JSON, GEO_POINT ->
                throw new IllegalArgumentException(type + " is not a number");
        };
    }

    private static BigInteger least(@Nullable String bound, boolean inclusive, long open) {
        if (bound == null) {
            return BigInteger.valueOf(open);
        }
        BigDecimal value = new BigDecimal(bound);
        return inclusive
                ? value.setScale(0, RoundingMode.CEILING).toBigInteger()
                : value.setScale(0, RoundingMode.FLOOR).toBigInteger().add(BigInteger.ONE);
    }

    private static BigInteger greatest(@Nullable String bound, boolean inclusive, long open) {
        if (bound == null) {
            return BigInteger.valueOf(open);
        }
        BigDecimal value = new BigDecimal(bound);
        return inclusive
                ? value.setScale(0, RoundingMode.FLOOR).toBigInteger()
                : value.setScale(0, RoundingMode.CEILING).toBigInteger().subtract(BigInteger.ONE);
    }

    private static Query integers(
            String field, BigInteger least, BigInteger greatest, long min, long max, LongRange query) {
        BigInteger from = least.max(BigInteger.valueOf(min));
        BigInteger to = greatest.min(BigInteger.valueOf(max));
        return from.compareTo(to) > 0
                ? new MatchNoDocsQuery("no integer of " + field + " is in the range")
                : query.between(from.longValueExact(), to.longValueExact());
    }

    private static Query floats(
            String field,
            @Nullable String lower,
            boolean lowerInclusive,
            @Nullable String upper,
            boolean upperInclusive) {
        float from = lower == null ? Float.NEGATIVE_INFINITY : Float.parseFloat(lower);
        float to = upper == null ? Float.POSITIVE_INFINITY : Float.parseFloat(upper);
        // An index of an earlier version may contain -0.0, which sorts below 0.0 there, but means the same.
        return FloatField.newRangeQuery(
                field,
                lower == null || lowerInclusive ? (from == 0 ? -0f : from) : FloatPoint.nextUp(from + 0f),
                upper == null || upperInclusive ? to + 0f : FloatPoint.nextDown(to == 0 ? -0f : to));
    }

    private static Query doubles(
            String field,
            @Nullable String lower,
            boolean lowerInclusive,
            @Nullable String upper,
            boolean upperInclusive) {
        double from = lower == null ? Double.NEGATIVE_INFINITY : Double.parseDouble(lower);
        double to = upper == null ? Double.POSITIVE_INFINITY : Double.parseDouble(upper);
        return DoubleField.newRangeQuery(
                field,
                lower == null || lowerInclusive ? (from == 0 ? -0.0 : from) : DoublePoint.nextUp(from + 0.0),
                upper == null || upperInclusive ? to + 0.0 : DoublePoint.nextDown(to == 0 ? -0.0 : to));
    }

    private interface LongRange {
        Query between(long from, long to);
    }
}
