/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import io.hbasesearch.core.rowkey.value.ValueParser;
import java.util.Arrays;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the text form of predicates: {@code field=value}, {@code <}, {@code <=}, {@code >}, {@code >=}, {@code |=} for any of
 * several values with {@code |} between, {@code ^=} for a prefix, {@code $=} for a suffix, {@code ?=} for a text in which {@code ?}
 * is any character, {@code @=} for a box or point that is met. Immutable.
 */
public final class PredicateText {
    private static final Pattern PREDICATE =
            Pattern.compile("([^=<>|^$?@]+)(=|<=?|>=?|\\|=|\\^=|\\$=|\\?=|@=)(.*)", Pattern.DOTALL);

    private final RowKeySpec spec;

    public PredicateText(RowKeySpec spec) {
        this.spec = Objects.requireNonNull(spec, "spec");
    }

    /** @throws UnfitValueException if this is not a predicate, its field is not in the key, or its value does not fit the type */
    public Predicate parse(String text) {
        Matcher parts = PREDICATE.matcher(text);
        if (!parts.matches()) {
            throw new UnfitValueException("a predicate is a field, one of = < <= > >= |= ^= $= ?= @= and a value");
        }
        String field = parts.group(1).strip();
        String value = parts.group(3);
        ValueParser parser =
                spec.field(field).orElseThrow(() -> new UnfitValueException("is not a field of the key").in(field));
        try {
            return predicate(field, parts.group(2), value, parser);
        } catch (UnfitValueException e) {
            throw e.in(field);
        }
    }

    private static Predicate predicate(String field, String operator, String value, ValueParser parser) {
        return switch (operator) {
            case "=" -> new Predicate.Equal(field, parser.parse(value));
            case "<", "<=" ->
                new Predicate.Range(field, new Bounds<>(null, true, parser.parse(value), operator.length() > 1));
            case ">", ">=" ->
                new Predicate.Range(field, new Bounds<>(parser.parse(value), operator.length() > 1, null, true));
            case "|=" ->
                new Predicate.In(
                        field,
                        Arrays.stream(value.split("\\|", -1)).map(parser::parse).toList());
            case "^=" -> new Predicate.Prefix(field, value);
            case "$=" -> new Predicate.Suffix(field, value);
            case "?=" -> new Predicate.Wildcard(field, value);
            case "@=" -> intersects(field, value);
            default -> throw new IllegalStateException("the pattern has an operator more: " + operator);
        };
    }

    private static Predicate intersects(String field, String value) {
        if (ValueParser.BOX.parse(value) instanceof KeyValue.Box box) {
            return new Predicate.Intersects(field, box);
        }
        throw new IllegalStateException("a box is a box");
    }
}
