/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.KeyLayout;
import io.hbasesearch.core.rowkey.frame.Span;
import io.hbasesearch.core.rowkey.part.BitsPart;
import io.hbasesearch.core.rowkey.part.ConstPart;
import io.hbasesearch.core.rowkey.part.FieldPart;
import io.hbasesearch.core.rowkey.part.KeyPart;
import io.hbasesearch.core.rowkey.value.BytePattern;
import io.hbasesearch.core.rowkey.value.KeyOrder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Processes the parts of one layout from left to right and keeps the key prefixes that the predicates allow. Used once.
 */
final class LayoutPlanner {
    private final KeyLayout layout;
    private final PartSteps steps;
    private final int limit;
    private final Set<Predicate> answered = new LinkedHashSet<>();

    private List<Branch> branches = List.of(Branch.EMPTY);
    private boolean narrowed;
    private int firstGap = Integer.MAX_VALUE;
    private Optional<String> tooMany = Optional.empty();

    /** @param limit the most ranges */
    LayoutPlanner(KeyLayout layout, List<Predicate> predicates, int limit) {
        this.layout = layout;
        this.steps = new PartSteps(new Constraints(predicates));
        this.limit = limit;
    }

    LayoutPlan plan() {
        for (int i = 0; i < layout.parts().size(); i++) {
            if (branches.isEmpty()) {
                return new LayoutPlan.Keys(List.of(), answered);
            }
            KeyPart part = layout.parts().get(i);
            Optional<List<Step>> taken = steps(part);
            if (taken.isEmpty()) {
                tooMany = Optional.of(part.name());
                return ended(i);
            }
            if (taken.get().stream().anyMatch(Step.Stop.class::isInstance)) {
                return ended(i);
            }
            if (taken.get().stream().anyMatch(Step.Close.class::isInstance)) {
                return hasGap() ? closedBehindGap(i, taken.get()) : closed(i, taken.get());
            }
            if (!extend(i, taken.get())) {
                return ended(i);
            }
        }
        return hasGap() ? ended(layout.parts().size()) : complete();
    }

    /** Returns a step for each branch; empty if there would be more than the limit. */
    private Optional<List<Step>> steps(KeyPart part) {
        List<Step> taken = new ArrayList<>();
        int ranges = 0;
        int room = limit / branches.size();
        for (Branch branch : branches) {
            // The limit is checked before branches are created: values of several parts multiply.
            Step step = steps.step(part, branch, room, limit - ranges);
            if (step instanceof Step.TooMany || ranges > limit) {
                return Optional.empty();
            }
            ranges += step instanceof Step.Extend extend
                    ? extend.branches().size()
                    : step instanceof Step.Close close ? close.spans().size() : 1;
            taken.add(step);
        }
        return ranges > limit ? Optional.empty() : Optional.of(taken);
    }

    private boolean hasGap() {
        return branches.stream().anyMatch(Branch::hasGap);
    }

    /**
     * Extends the branches. A gap is useful only after a determined part, or if it has few values: otherwise every key would have to
     * be read.
     */
    private boolean extend(int part, List<Step> taken) {
        if (!narrowed && taken.stream().anyMatch(step -> step instanceof Step.Gap gap && !gap.few())) {
            return false;
        }
        List<Branch> longer = new ArrayList<>();
        for (int i = 0; i < taken.size(); i++) {
            if (taken.get(i) instanceof Step.Gap gap) {
                longer.add(branches.get(i).plusAny(gap.width()));
            } else if (taken.get(i) instanceof Step.Extend extend) {
                longer.addAll(extend.branches());
                answered.addAll(extend.answered());
                narrowed |= extend.narrowing();
            }
        }
        branches = longer;
        firstGap = hasGap() ? Math.min(firstGap, part) : firstGap;
        return true;
    }

    private LayoutPlan complete() {
        // No row has an empty key, or one that HBase would refuse.
        return new LayoutPlan.Keys(
                branches.stream()
                        .map(Branch::bytes)
                        .filter(key -> key.length() > 0 && key.length() <= RowKey.MAX_LENGTH)
                        .map(RowKey::new)
                        .toList(),
                answered);
    }

    private LayoutPlan closed(int part, List<Step> taken) {
        List<KeyRange> ranges = new ArrayList<>();
        for (int i = 0; i < taken.size(); i++) {
            Step.Close close = (Step.Close) taken.get(i);
            ByteArray prefix = branches.get(i).bytes();
            close.spans().stream().map(span -> span.after(prefix)).forEach(ranges::add);
            answered.addAll(close.answered());
        }
        return new LayoutPlan.Ranges(ranges, List.of(), answered, order(part), Optional.empty());
    }

    /** Ends the plan after a gap. A pattern supports prefixes, but no other ranges. */
    private LayoutPlan closedBehindGap(int part, List<Step> taken) {
        List<Branch> longer = new ArrayList<>();
        for (int i = 0; i < taken.size(); i++) {
            for (Span span : ((Step.Close) taken.get(i)).spans()) {
                if (!span.isPrefix()) {
                    return ended(part);
                }
                longer.add(branches.get(i).plus(span.start()));
            }
        }
        taken.forEach(step -> answered.addAll(((Step.Close) step).answered()));
        if (longer.isEmpty()) {
            return new LayoutPlan.Keys(List.of(), answered);
        }
        branches = longer;
        narrowed = true;
        return ended(part);
    }

    /** @param part the first one that the branches do not determine */
    private LayoutPlan ended(int part) {
        List<KeyRange> ranges = branches.stream()
                .map(branch -> Span.ofPrefix(branch.prefix(), true).after(ByteArray.empty()))
                .distinct()
                .toList();
        if (!narrowed || isAnywhere()) {
            Optional<String> end = part < layout.parts().size()
                    ? Optional.of(layout.parts().get(part).name())
                    : Optional.empty();
            return new LayoutPlan.Everything(ranges, end, tooMany);
        }
        List<BytePattern> fuzzy = fuzzy();
        List<SortField> order = fuzzy.isEmpty() ? order(Math.min(part, firstGap)) : List.of();
        return new LayoutPlan.Ranges(ranges, fuzzy, answered, order, tooMany);
    }

    /** Tells if one of the branches has only gaps, for example if an empty value ends the key. */
    private boolean isAnywhere() {
        return branches.stream()
                .anyMatch(branch -> branch.hasGap() && branch.pattern().bytes().isEmpty());
    }

    /** Returns the patterns; none if nothing is known after the gaps, where the ranges are sufficient. */
    private List<BytePattern> fuzzy() {
        List<BytePattern> patterns = branches.stream().map(Branch::pattern).toList();
        return patterns.stream().allMatch(pattern -> pattern.any().isEmpty()) ? List.of() : patterns;
    }

    private List<SortField> order(int from) {
        List<SortField> order = new ArrayList<>();
        for (KeyPart part : layout.parts().subList(from, layout.parts().size())) {
            if (part instanceof BitsPart bits) {
                bits.layout().forEach(field -> order.add(new SortField(field.name(), false)));
            } else if (part instanceof FieldPart field && isOrdered(field)) {
                order.add(new SortField(field.name(), field.codec().order() == KeyOrder.DESCENDING));
            } else if (!(part instanceof ConstPart)) {
                break;
            }
        }
        return order;
    }

    private static boolean isOrdered(FieldPart field) {
        return field.codec().isLossless() && field.framing().keepsOrder(field.codec());
    }
}
