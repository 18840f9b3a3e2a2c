/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.frame.Fixed;
import io.hbasesearch.core.rowkey.frame.KeyBytes;
import io.hbasesearch.core.rowkey.frame.RemainingBytes;
import io.hbasesearch.core.rowkey.frame.Span;
import io.hbasesearch.core.rowkey.part.BitsPart;
import io.hbasesearch.core.rowkey.part.ConstPart;
import io.hbasesearch.core.rowkey.part.CurvePart;
import io.hbasesearch.core.rowkey.part.FieldPart;
import io.hbasesearch.core.rowkey.part.HashInput;
import io.hbasesearch.core.rowkey.part.HashPart;
import io.hbasesearch.core.rowkey.part.KeyPart;
import io.hbasesearch.core.rowkey.part.SaltPart;
import io.hbasesearch.core.rowkey.part.TagsPart;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.BytePattern;
import io.hbasesearch.core.rowkey.value.BytePrefix;
import io.hbasesearch.core.rowkey.value.KeyOrder;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Extends branches over each kind of part under constraints. Immutable. */
final class PartSteps {
    private final Constraints constraints;

    PartSteps(Constraints constraints) {
        this.constraints = constraints;
    }

    /**
     * @param room the most ranges of one branch that no predicate determines
     * @param most the most ranges of one branch in any case; more are not created
     */
    Step step(KeyPart part, Branch branch, int room, int most) {
        if (part instanceof ConstPart constant) {
            return Step.Extend.by(branch.plus(constant.bytes()));
        }
        if (part instanceof FieldPart field) {
            return field(field, branch, most);
        }
        if (part instanceof HashPart hash) {
            return hash(hash, branch, room, most);
        }
        if (part instanceof SaltPart salt) {
            return salt(salt, branch, room, most);
        }
        if (part instanceof BitsPart bits) {
            return new BitsSteps(constraints, bits).step(branch, most);
        }
        if (part instanceof CurvePart curve) {
            return curve(curve, branch, room, most);
        }
        return unknown((TagsPart) part);
    }

    private static Step unknown(KeyPart part) {
        return part.width().isPresent() ? new Step.Gap(part.width().getAsInt(), false) : new Step.Stop();
    }

    /** Returns the possible values of a field on this branch; empty for any. */
    static Optional<List<KeyValue>> candidates(Constraints constraints, Branch branch, String field) {
        KeyValue bound = branch.bound().get(field);
        return bound == null ? constraints.candidates(field) : Optional.of(List.of(bound));
    }

    private Step field(FieldPart part, Branch branch, int most) {
        Optional<List<KeyValue>> candidates = candidates(constraints, branch, part.name());
        if (candidates.isPresent() && candidates.get().size() > most) {
            return new Step.TooMany();
        }
        if (candidates.isPresent()) {
            // A pattern matches longer keys too: it does not determine the end of the last part.
            boolean exact = part.codec().isLossless() && !(branch.hasGap() && part.framing() instanceof RemainingBytes);
            List<Predicate> answered = exact ? constraints.candidatePredicates(part.name()) : List.of();
            return new Step.Extend(extended(branch, part.name(), candidates.get(), part::encode), answered, true);
        }
        return range(part)
                .or(() -> beginning(
                        part, Predicate.Prefix.class, prefix -> part.codec().prefix(prefix.characters())))
                .or(() -> beginning(
                        part, Predicate.Suffix.class, suffix -> part.codec().suffix(suffix.characters())))
                .or(() -> wildcard(part, branch))
                .orElseGet(() -> unknown(part));
    }

    /** Extends a branch with values. A value that no key can have gets no branch. */
    private static List<Branch> extended(
            Branch branch, String field, List<KeyValue> values, Function<KeyValue, ByteArray> encoder) {
        List<Branch> branches = new ArrayList<>();
        for (KeyValue value : values) {
            try {
                branches.add(branch.binding(field, value).plus(encoder.apply(value)));
            } catch (UnfitValueException e) {
                continue;
            }
        }
        return branches;
    }

    private Optional<Step> range(FieldPart part) {
        Optional<Bounds<KeyValue>> range = constraints.range(part.name());
        if (range.isEmpty() || part.codec().order() == KeyOrder.NONE) {
            return Optional.empty();
        }
        Optional<Bounds<ByteArray>> bounds = part.codec().bounds(range.get());
        if (bounds.isEmpty()) {
            return Optional.of(new Step.Close(List.of(), List.of()));
        }
        return part.framing().between(bounds.get(), part.codec()).map(spans -> {
            boolean exact = part.codec().isLossless() && spans.stream().allMatch(Span::exact);
            return new Step.Close(
                    spans, exact ? List.copyOf(constraints.on(part.name(), Predicate.Range.class)) : List.of());
        });
    }

    /** Uses the first of several prefixes; the others are checked afterwards. */
    private <P extends Predicate> Optional<Step> beginning(
            FieldPart part, Class<P> kind, Function<P, Optional<BytePrefix>> bytes) {
        for (P predicate : constraints.on(part.name(), kind)) {
            Optional<Span> span = bytes.apply(predicate).flatMap(part.framing()::beginning);
            if (span.isPresent()) {
                boolean exact = part.codec().isLossless() && span.get().exact();
                return Optional.of(new Step.Close(List.of(span.get()), exact ? List.of(predicate) : List.of()));
            }
        }
        return Optional.empty();
    }

    private Optional<Step> wildcard(FieldPart part, Branch branch) {
        for (Predicate.Wildcard wildcard : constraints.on(part.name(), Predicate.Wildcard.class)) {
            Optional<BytePattern> pattern = pattern(part, wildcard.characters());
            if (pattern.isPresent()) {
                List<Predicate> answered = part.codec().isLossless() ? List.of(wildcard) : List.of();
                return Optional.of(new Step.Extend(List.of(branch.plus(pattern.get())), answered, true));
            }
        }
        return Optional.empty();
    }

    private static Optional<BytePattern> pattern(FieldPart part, String characters) {
        try {
            return part.framing() instanceof Fixed fixed
                    ? part.codec()
                            .pattern(characters)
                            .filter(each -> each.bytes().length() == fixed.bytes())
                    : Optional.empty();
        } catch (UnfitValueException e) {
            return Optional.empty();
        }
    }

    private Step salt(SaltPart part, Branch branch, int room, int most) {
        Optional<List<KeyValue>> own = candidates(constraints, branch, part.name());
        if (own.isPresent()) {
            return own(part, branch, own.get(), most);
        }
        return part.isOpen() ? new Step.Gap(part.bytes(), true) : enumerated(part, branch, part.salts(), room);
    }

    private static Step enumerated(KeyPart part, Branch branch, List<ByteArray> all, int room) {
        if (branch.hasGap() || all.size() > room) {
            return unknown(part);
        }
        return new Step.Extend(all.stream().map(branch::plus).toList(), List.of(), false);
    }

    private Step own(KeyPart part, Branch branch, List<KeyValue> values, int most) {
        if (values.size() > most) {
            return new Step.TooMany();
        }
        List<Branch> branches = extended(branch, part.name(), values, value -> part.encode(Map.of(part.name(), value))
                .orElseThrow()
                .get(0));
        return new Step.Extend(branches, constraints.candidatePredicates(part.name()), true);
    }

    private Step hash(HashPart part, Branch branch, int room, int most) {
        List<Branch> bound = List.of(branch);
        for (String field : fields(part)) {
            Optional<List<KeyValue>> values = candidates(constraints, branch, field);
            if (values.isEmpty()) {
                continue;
            }
            if ((long) bound.size() * values.get().size() > most) {
                return new Step.TooMany();
            }
            bound = bound.stream()
                    .flatMap(each -> values.get().stream().map(value -> each.binding(field, value)))
                    .toList();
        }
        if (bound.isEmpty()) {
            return new Step.Extend(List.of(), List.of(), true);
        }
        if (isComputable(part, bound.get(0))) {
            return new Step.Extend(computed(part, bound), List.of(), true);
        }
        Optional<List<KeyValue>> own = candidates(constraints, branch, part.name());
        if (own.isPresent()) {
            return own(part, branch, own.get(), most);
        }
        return part.output().count() > room
                ? unknown(part)
                : enumerated(
                        part,
                        branch,
                        part.output().all().stream().map(ByteArray::wrap).toList(),
                        room);
    }

    private static Set<String> fields(HashPart part) {
        Set<String> fields = new LinkedHashSet<>();
        for (HashInput input : part.inputsInOrder()) {
            if (input instanceof HashInput.OfPart of) {
                fields.addAll(of.part().fields().keySet());
            } else {
                fields.add(input.name());
            }
        }
        return fields;
    }

    /** Tells if a hash can be computed. It cannot if its input is a set of tags, because there may be further tags. */
    private static boolean isComputable(HashPart part, Branch branch) {
        return part.inputsInOrder().stream()
                        .noneMatch(input -> input instanceof HashInput.OfPart of && of.part() instanceof TagsPart)
                && branch.bound().keySet().containsAll(fields(part));
    }

    private static List<Branch> computed(HashPart part, List<Branch> branches) {
        List<Branch> computed = new ArrayList<>();
        for (Branch branch : branches) {
            try {
                part.compute(branch.bound()).ifPresent(hash -> computed.add(branch.plus(hash)));
            } catch (UnfitValueException e) {
                continue;
            }
        }
        return computed;
    }

    private Step curve(CurvePart part, Branch branch, int room, int most) {
        Optional<List<KeyValue>> own = candidates(constraints, branch, part.name());
        if (own.isPresent()) {
            return own(part, branch, own.get(), most);
        }
        KeyValue.Box window = constraints.on(part.geometry(), Predicate.Intersects.class).stream()
                .map(Predicate.Intersects::box)
                .findFirst()
                .or(() -> constraints.on(part.geometry(), Predicate.Equal.class).stream()
                        .map(Predicate.Equal::value)
                        .filter(KeyValue.Box.class::isInstance)
                        .map(KeyValue.Box.class::cast)
                        .findFirst())
                .orElse(null);
        Bounds<Instant> time = part.time().map(this::time).orElse(Bounds.closed(null, null));
        if (window == null && time.isOpen()) {
            return unknown(part);
        }
        return part.curve()
                .ranges(window, time, room)
                .<Step>map(ranges ->
                        new Step.Close(ranges.stream().map(PartSteps::span).toList(), List.of()))
                .orElseGet(() -> unknown(part));
    }

    private Bounds<Instant> time(String field) {
        return constraints
                .range(field)
                .or(() -> constraints.on(field, Predicate.Equal.class).stream()
                        .map(Predicate.Equal::value)
                        .map(value -> Bounds.closed(value, value))
                        .findFirst())
                .map(bounds -> bounds.map(PartSteps::instant))
                .orElse(Bounds.closed(null, null));
    }

    private static Instant instant(KeyValue value) {
        if (value instanceof KeyValue.Moment moment) {
            return moment.instant();
        }
        throw new UnfitValueException("a time is asked for by dates");
    }

    private static Span span(Bounds<ByteArray> range) {
        return new Span(bound(range.low()), KeyBytes.behindPrefix(bound(range.high())), false);
    }

    private static ByteArray bound(@Nullable ByteArray bound) {
        return bound == null ? ByteArray.empty() : bound;
    }
}
