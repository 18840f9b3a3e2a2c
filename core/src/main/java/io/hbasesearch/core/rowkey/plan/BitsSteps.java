/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import io.hbasesearch.core.rowkey.frame.KeyBytes;
import io.hbasesearch.core.rowkey.frame.Span;
import io.hbasesearch.core.rowkey.part.BitField;
import io.hbasesearch.core.rowkey.part.BitsPart;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Extends a branch over packed fields, from the first bit on, in the way that parts are handled from the first byte on. */
final class BitsSteps {
    private final Constraints constraints;
    private final BitsPart part;

    BitsSteps(Constraints constraints, BitsPart part) {
        this.constraints = constraints;
        this.part = part;
    }

    /** A prefix of the bits, and the branch with their values. */
    private record Packed(BigInteger bits, Branch branch) {
        Packed plus(BitField field, BigInteger number) {
            return new Packed(
                    bits.shiftLeft(field.bits()).or(number), branch.binding(field.name(), new KeyValue.Whole(number)));
        }
    }

    /** @param most the most branches */
    Step step(Branch branch, int most) {
        List<Packed> packed = List.of(new Packed(BigInteger.ZERO, branch));
        List<Predicate> answered = new ArrayList<>();
        int left = part.bits();
        for (BitField field : part.layout()) {
            Optional<List<KeyValue>> candidates = PartSteps.candidates(constraints, branch, field.name());
            if (candidates.isEmpty()) {
                return closed(field, packed, left, answered);
            }
            // Checked before they are multiplied: three fields of a hundred values each make a million.
            if ((long) packed.size() * candidates.get().size() > most) {
                return new Step.TooMany();
            }
            packed = packed.stream()
                    .flatMap(each -> fitting(field, candidates.get()).stream().map(number -> each.plus(field, number)))
                    .toList();
            answered.addAll(constraints.candidatePredicates(field.name()));
            left -= field.bits();
        }
        return new Step.Extend(
                packed.stream()
                        .map(each -> each.branch().plus(part.bytes(each.bits())))
                        .toList(),
                answered,
                true);
    }

    private List<BigInteger> fitting(BitField field, List<KeyValue> values) {
        List<BigInteger> numbers = new ArrayList<>();
        for (KeyValue value : values) {
            try {
                numbers.add(part.checked(field, value));
            } catch (UnfitValueException e) {
                continue;
            }
        }
        return numbers;
    }

    /** @param left the number of bits from {@code field} on */
    private Step closed(BitField field, List<Packed> packed, int left, List<Predicate> answered) {
        Optional<Bounds<KeyValue>> range = constraints.range(field.name());
        boolean first = left == part.bits();
        if (range.isEmpty() && first) {
            return new Step.Gap(part.shortest(), false);
        }
        BigInteger low = range.map(each -> inclusive(each.low(), each.lowInclusive(), BigInteger.ONE, BigInteger.ZERO))
                .orElse(BigInteger.ZERO);
        BigInteger high = range.map(
                        each -> inclusive(each.high(), each.highInclusive(), BigInteger.ONE.negate(), field.most()))
                .orElse(field.most());
        range.ifPresent(each -> answered.addAll(constraints.on(field.name(), Predicate.Range.class)));
        return new Step.Close(spans(field, packed, left, low.max(BigInteger.ZERO), high.min(field.most())), answered);
    }

    private static BigInteger inclusive(
            @Nullable KeyValue bound, boolean inclusive, BigInteger inwards, BigInteger ifAbsent) {
        if (bound == null) {
            return ifAbsent;
        }
        if (!(bound instanceof KeyValue.Whole whole)) {
            throw new UnfitValueException("packed fields are asked for by whole numbers");
        }
        return inclusive ? whole.number() : whole.number().add(inwards);
    }

    private List<Span> spans(BitField field, List<Packed> packed, int left, BigInteger low, BigInteger high) {
        List<Span> spans = new ArrayList<>();
        int below = left - field.bits();
        BigInteger ones = BigInteger.ONE.shiftLeft(below).subtract(BigInteger.ONE);
        for (Packed each : low.compareTo(high) > 0 ? List.<Packed>of() : packed) {
            BigInteger before = each.bits().shiftLeft(field.bits());
            BigInteger first = before.or(low).shiftLeft(below);
            BigInteger last = before.or(high).shiftLeft(below).or(ones);
            spans.add(new Span(part.bytes(first), KeyBytes.behindPrefix(part.bytes(last)), true));
        }
        return spans;
    }
}
