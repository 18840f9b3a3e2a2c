/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import io.hbasesearch.core.spi.FacetRequest;
import io.hbasesearch.core.spi.FacetResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;
import org.jspecify.annotations.Nullable;

/**
 * Counts the values of a keyword or boolean field: by their numbers in each segment, which are put together at the end, so that no
 * text is held but that of the most frequent.
 */
final class TermCounts implements FacetCounter {
    private final FacetRequest.Terms request;
    private final BytesRef prefix;
    private final List<Segment> segments = new ArrayList<>();

    TermCounts(FacetRequest.Terms request) {
        this.request = request;
        this.prefix = new BytesRef(request.prefix());
    }

    @Override
    public Leaf leaf(LeafReaderContext context) throws IOException {
        SortedSetDocValues values = DocValues.getSortedSet(context.reader(), IndexFields.values(request.field()));
        int[] counts = new int[Math.toIntExact(values.getValueCount())];
        // Their numbers are kept beside an iterator of their own, as this one is at the last match by then.
        segments.add(
                new Segment(DocValues.getSortedSet(context.reader(), IndexFields.values(request.field())), counts));
        return doc -> {
            if (values.advanceExact(doc)) {
                for (int i = 0; i < values.docValueCount(); i++) {
                    counts[(int) values.nextOrd()]++;
                }
            }
        };
    }

    @Override
    public FacetResult result(boolean complete) throws IOException {
        PriorityQueue<Segment> queue = new PriorityQueue<>((a, b) -> a.term().compareTo(b.term()));
        for (Segment segment : segments) {
            if (segment.next()) {
                queue.add(segment);
            }
        }
        MostFrequent most = new MostFrequent(request.size());
        while (!queue.isEmpty()) {
            BytesRef term = BytesRef.deepCopyOf(queue.element().term());
            long count = countAndAdvance(queue, term);
            if (StringHelper.startsWith(term, prefix)) {
                most.add(term.utf8ToString(), count);
            }
        }
        return most.result(complete);
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

    /** The values of a segment that were counted, in their order. */
    private static final class Segment {
        private final SortedSetDocValues values;
        private final int[] counts;
        private int at = -1;
        private @Nullable BytesRef term;

        Segment(SortedSetDocValues values, int[] counts) {
            this.values = values;
            this.counts = counts;
        }

        boolean next() throws IOException {
            at++;
            while (at < counts.length && counts[at] == 0) {
                at++;
            }
            term = at < counts.length ? values.lookupOrd(at) : null;
            return term != null;
        }

        BytesRef term() {
            if (term == null) {
                throw new IllegalStateException("the segment has no more values");
            }
            return term;
        }

        int count() {
            return counts[at];
        }
    }
}
