/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.KeyLayout;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.frame.KeyBytes;
import io.hbasesearch.core.rowkey.value.BytePattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Plans the access to the rows that match predicates through their keys. Immutable, for any thread. */
public final class KeyPlanner {
    /** The default of the most ranges of a path. */
    public static final int DEFAULT_LIMIT = 1_024;

    private final RowKeySpec spec;
    private final int limit;

    public KeyPlanner(RowKeySpec spec) {
        this(spec, DEFAULT_LIMIT);
    }

    /** @param limit the most keys, ranges or patterns of a path, at least 1 */
    public KeyPlanner(RowKeySpec spec, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("a path has at least 1 range, not " + limit);
        }
        this.spec = Objects.requireNonNull(spec, "spec");
        this.limit = limit;
    }

    /**
     * Returns the path to the rows for which all predicates hold. Rows of a variant do not have key fields that the variant lacks.
     * Predicates on fields of no variant stay residual.
     *
     * @throws IllegalArgumentException if a value is of another kind than its field
     */
    public AccessPath plan(List<Predicate> predicates) {
        List<Predicate> own = predicates.stream()
                .filter(predicate -> spec.field(predicate.field()).isPresent())
                .toList();
        List<LayoutPlan> plans = new ArrayList<>();
        for (KeyLayout variant : spec.variants()) {
            if (own.stream()
                    .allMatch(predicate -> variant.field(predicate.field()).isPresent())) {
                LayoutPlan plan = new LayoutPlanner(variant, own, limit).plan();
                if (plan instanceof LayoutPlan.Everything everything) {
                    return new AccessPath.None(everything
                                    .tooMany()
                                    .map(this::tooMany)
                                    .orElse("no predicate tells how the keys begin"
                                            + everything
                                                    .end()
                                                    .map(part -> ", up to " + part)
                                                    .orElse(""))
                            + (spec.variants().size() > 1 ? ", in the variant " + variant.name() : ""));
                }
                plans.add(plan);
            }
        }
        return joined(plans, predicates);
    }

    private String tooMany(String part) {
        return "the values that are asked for, up to " + part + ", make more than " + limit + " ranges of keys";
    }

    private AccessPath joined(List<LayoutPlan> plans, List<Predicate> predicates) {
        List<RowKey> keys = new ArrayList<>();
        List<LayoutPlan.Ranges> scans = new ArrayList<>();
        Set<Predicate> residual = new LinkedHashSet<>();
        for (LayoutPlan plan : plans) {
            if (plan instanceof LayoutPlan.Keys gets) {
                keys.addAll(gets.keys());
                predicates.stream()
                        .filter(each -> !gets.answered().contains(each))
                        .forEach(residual::add);
            } else if (plan instanceof LayoutPlan.Ranges ranges) {
                scans.add(ranges);
                predicates.stream()
                        .filter(each -> !ranges.answered().contains(each))
                        .forEach(residual::add);
            }
        }
        if (scans.isEmpty()) {
            return new AccessPath.Gets(keys.stream().distinct().sorted().toList(), List.copyOf(residual));
        }
        return scan(keys, scans, haveOwnPrefixes() ? List.copyOf(residual) : predicates);
    }

    /**
     * Tells if each variant has its own prefix. Otherwise a range of one variant may contain keys of another, for which its
     * predicates may not hold.
     */
    private boolean haveOwnPrefixes() {
        return spec.variants().stream()
                .allMatch(one -> spec.variants().stream().allMatch(other -> one == other || one.hasOwnPrefix(other)));
    }

    private AccessPath scan(List<RowKey> keys, List<LayoutPlan.Ranges> scans, List<Predicate> residual) {
        List<KeyRange> ranges = new ArrayList<>();
        keys.forEach(key -> ranges.add(new KeyRange(key.bytes(), KeyBytes.behind(key.bytes()))));
        scans.forEach(scan -> ranges.addAll(scan.ranges()));
        List<KeyRange> disjoint = disjoint(ranges);
        if (disjoint.isEmpty()) {
            return new AccessPath.Gets(List.of(), residual);
        }
        boolean alone = keys.isEmpty() && scans.size() == 1;
        if (!alone && scans.stream().anyMatch(KeyPlanner::isWholeTable)) {
            return new AccessPath.None("keys may begin with anything in one variant, and there are others to be read");
        }
        List<BytePattern> fuzzy = alone ? scans.get(0).fuzzy() : List.of();
        List<Predicate> left =
                alone || scans.stream().allMatch(scan -> scan.fuzzy().isEmpty())
                        ? residual
                        : List.copyOf(new LinkedHashSet<>(allOf(scans, residual)));
        Optional<String> widened = scans.stream()
                .flatMap(scan -> scan.tooMany().stream())
                .findFirst()
                .map(part -> tooMany(part) + ", so that the ranges are those of the parts before");
        return new AccessPath.Scan(disjoint, fuzzy, left, alone ? scans.get(0).order() : List.of(), widened);
    }

    /** Tells if the ranges are the whole table, apart from the patterns. */
    private static boolean isWholeTable(LayoutPlan.Ranges scan) {
        return !scan.fuzzy().isEmpty()
                && scan.ranges().stream()
                        .anyMatch(
                                range -> range.start().isEmpty() && range.stop().isEmpty());
    }

    /** Returns the residual predicates with those that patterns answered, for use without the patterns. */
    private static List<Predicate> allOf(List<LayoutPlan.Ranges> scans, List<Predicate> residual) {
        List<Predicate> all = new ArrayList<>(residual);
        scans.forEach(scan -> all.addAll(scan.answered()));
        return all;
    }

    /** Sorts the ranges and joins overlapping ones. */
    private static List<KeyRange> disjoint(List<KeyRange> ranges) {
        List<KeyRange> disjoint = new ArrayList<>();
        for (KeyRange range : ranges.stream()
                .filter(each -> !each.isEmpty())
                .sorted(Comparator.comparing(KeyRange::start))
                .toList()) {
            KeyRange last = disjoint.isEmpty() ? null : disjoint.get(disjoint.size() - 1);
            if (last == null || (!last.stop().isEmpty() && last.stop().compareTo(range.start()) <= 0)) {
                disjoint.add(range);
            } else {
                boolean further = range.stop().isEmpty()
                        || (!last.stop().isEmpty() && range.stop().compareTo(last.stop()) > 0);
                disjoint.set(disjoint.size() - 1, new KeyRange(last.start(), further ? range.stop() : last.stop()));
            }
        }
        return disjoint;
    }

    /**
     * Returns ranges of every row whose key has the declared layout, one for each prefix of salts, buckets and constants, for
     * concurrent reading of everything.
     */
    public List<KeyRange> everything() {
        List<KeyRange> ranges = new ArrayList<>();
        for (KeyLayout variant : spec.variants()) {
            LayoutPlan plan = new LayoutPlanner(variant, List.of(), limit).plan();
            if (plan instanceof LayoutPlan.Everything everything) {
                ranges.addAll(everything.ranges());
            } else if (plan instanceof LayoutPlan.Keys keys) {
                keys.keys().forEach(key -> ranges.add(new KeyRange(key.bytes(), KeyBytes.behind(key.bytes()))));
            }
        }
        List<KeyRange> disjoint = disjoint(ranges);
        return disjoint.isEmpty() ? List.of(new KeyRange(ByteArray.empty(), ByteArray.empty())) : disjoint;
    }
}
