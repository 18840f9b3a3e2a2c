/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.facets;

import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.core.spi.search.FacetResult;
import io.hbasesearch.core.text.CaseFolding;
import io.hbasesearch.lucene.document.IndexFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;
import java.util.function.LongToIntFunction;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Counts the values of a keyword or boolean field by their ordinals in each segment, which are merged at the end, so that only
 * the text of the most frequent ones is kept. Its memory grows with the number of different values that match, not of all
 * values.
 */
final class TermCounts implements FacetCounter {
    /** Up to this number per segment, an array of counts is cheaper than a hash table. */
    private static final int FEW_VALUES = 4_096;

    private final FacetRequest.Terms request;
    private final FacetBudget budget;
    private final List<Segment> segments = new ArrayList<>();

    TermCounts(FacetRequest.Terms request, FacetBudget budget) {
        this.request = request;
        this.budget = budget;
    }

    @Override
    public Leaf leaf(LeafReaderContext context) throws IOException {
        String field = IndexFields.values(request.field());
        SortedSetDocValues values = DocValues.getSortedSet(context.reader(), field);
        // Ordinals are resolved by a separate iterator, because this one is at the last match by then.
        SortedSetDocValues terms = DocValues.getSortedSet(context.reader(), field);
        BytesRef prefix = new BytesRef(request.prefix());
        long first = prefix.length == 0 || request.anyCase() ? 0 : from(terms, prefix);
        long end = prefix.length == 0 || request.anyCase() ? terms.getValueCount() : from(terms, behind(prefix));
        Segment segment = new Segment(terms, first, counts(end - first));
        segments.add(segment);
        return doc -> {
            if (values.advanceExact(doc)) {
                for (int i = 0; i < values.docValueCount(); i++) {
                    long number = values.nextOrd();
                    if (number >= first && number < end) {
                        segment.counts.add(number - first);
                    }
                }
            }
        };
    }

    private Counts counts(long values) {
        if (values > FEW_VALUES) {
            LongCounts counts = new LongCounts(budget, request.field());
            return new Counts(counts::add, counts::count, counts::sorted);
        }
        budget.charge(values * Integer.BYTES, request.field());
        int[] counts = new int[(int) values];
        return new Counts(number -> counts[(int) number]++, number -> counts[(int) number], () -> LongStream.range(
                        0, counts.length)
                .filter(number -> counts[(int) number] > 0)
                .toArray());
    }

    /** Returns the ordinal of the first value that is not less. */
    private static long from(SortedSetDocValues terms, BytesRef term) throws IOException {
        long found = terms.lookupTerm(term);
        return found >= 0 ? found : -found - 1;
    }

    /** Returns the term after all with this prefix: UTF-8 text, whose last byte is never the greatest. */
    private static BytesRef behind(BytesRef prefix) {
        BytesRef next = BytesRef.deepCopyOf(prefix);
        next.bytes[next.offset + next.length - 1]++;
        return next;
    }

    @Override
    public FacetResult result(boolean complete) throws IOException {
        PriorityQueue<Segment> queue = new PriorityQueue<>((a, b) -> a.term().compareTo(b.term()));
        for (Segment segment : segments) {
            segment.begin();
            if (segment.next()) {
                queue.add(segment);
            }
        }
        MostFrequent most = new MostFrequent(request.size());
        while (!queue.isEmpty()) {
            if (budget.isOver()) {
                return most.result(false);
            }
            BytesRef term = BytesRef.deepCopyOf(queue.element().term());
            long count = countAndAdvance(queue, term);
            if (!request.anyCase() || hasPrefix(term.utf8ToString())) {
                most.add(term::utf8ToString, count);
            }
        }
        return most.result(complete);
    }

    /** Tells if the value begins with the prefix in any case. A row with several values may have others that do not. */
    private boolean hasPrefix(String value) {
        int length = request.prefix().codePointCount(0, request.prefix().length());
        return value.codePointCount(0, value.length()) >= length
                && CaseFolding.fold(value.substring(0, value.offsetByCodePoints(0, length)))
                        .equals(CaseFolding.fold(request.prefix()));
    }

    private static long countAndAdvance(PriorityQueue<Segment> queue, BytesRef term) throws IOException {
        long count = 0;
        while (!queue.isEmpty() && queue.element().term().equals(term)) {
            Segment segment = queue.remove();
            count += segment.count();
            if (segment.next()) {
                queue.add(segment);
            }
        }
        return count;
    }

    /**
     * The number of occurrences of each ordinal.
     *
     * @param sorted the ordinals that occurred
     */
    private record Counts(LongConsumer add, LongToIntFunction of, Supplier<long[]> sorted) {
        void add(long number) {
            add.accept(number);
        }
    }

    /** The counted values of a segment, in their order. */
    private static final class Segment {
        private final SortedSetDocValues terms;
        private final long first;
        private final Counts counts;
        private long[] numbers = new long[0];
        private int at = -1;
        private @Nullable BytesRef term;

        /** @param first the ordinal of the value that is counted as 0 */
        Segment(SortedSetDocValues terms, long first, Counts counts) {
            this.terms = terms;
            this.first = first;
            this.counts = counts;
        }

        /** Starts the iteration once everything is counted. */
        void begin() {
            numbers = counts.sorted().get();
        }

        boolean next() throws IOException {
            at++;
            term = at < numbers.length ? terms.lookupOrd(first + numbers[at]) : null;
            return term != null;
        }

        BytesRef term() {
            if (term == null) {
                throw new IllegalStateException("the segment has no more values");
            }
            return term;
        }

        int count() {
            return counts.of().applyAsInt(numbers[at]);
        }
    }
}
