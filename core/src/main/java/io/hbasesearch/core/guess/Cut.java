/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import java.util.ArrayList;
import java.util.List;

/**
 * The pieces of keys that were all cut in the same way.
 *
 * @param after the separator behind each piece; empty behind the last one, and where the next one follows at once
 */
record Cut(List<Piece> pieces, List<String> after) {
    Cut {
        pieces = List.copyOf(pieces);
        after = List.copyOf(after);
    }

    static Cut of(Piece piece) {
        return new Cut(List.of(piece), List.of(""));
    }

    /** Appends pieces that follow at once, or behind the separator of the last piece. */
    Cut then(Cut next) {
        List<Piece> both = new ArrayList<>(pieces);
        both.addAll(next.pieces);
        List<String> separators = new ArrayList<>(after);
        separators.addAll(next.after);
        return new Cut(both, separators);
    }

    int size() {
        return pieces.size();
    }

    Piece first() {
        return pieces.get(0);
    }

    Cut withoutFirst() {
        return new Cut(pieces.subList(1, pieces.size()), after.subList(1, after.size()));
    }

    /** Cuts the first piece once more. */
    Cut cutFirst(int at) {
        Cut ends = new Cut(List.of(first().slice(0, at), first().slice(at)), List.of("", after.get(0)));
        return size() == 1 ? ends : ends.then(withoutFirst());
    }

    boolean isSeparated() {
        return after.stream().anyMatch(separator -> !separator.isEmpty());
    }
}
