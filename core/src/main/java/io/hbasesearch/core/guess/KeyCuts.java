/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts keys at separators and around times, in all ways in which every key can be cut. Stateless. */
final class KeyCuts {
    static final String SEPARATORS = "|#:~;,/_-.";

    /** The most bytes before the first character of a key, as of a digest. */
    private static final int MOST_PREFIX = 32;

    private static final int BINARY_TIME = Long.BYTES;
    // A day before milliseconds: 20260302 and five more digits are both.
    private static final int[] TIMES = {14, 8, 19, 13};
    /** Dashes within these separate nothing. */
    private static final Pattern DASHED =
            Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[12][0-9]{3}-[01][0-9]-[0-3][0-9]");

    private KeyCuts() {}

    /** Returns the cuts, the best first; the last one is the whole key. */
    static List<Cut> of(Piece keys) {
        List<Cut> cuts = new ArrayList<>();
        if (keys.isText()) {
            cuts.addAll(texts(keys, false));
        } else {
            cuts.addAll(aroundTime(keys, false));
            cuts.add(Cut.of(keys));
        }
        return cuts;
    }

    /** Returns the cuts of which only the first piece is not text; they are of use only if it is a hash or a salt. */
    static List<Cut> behindBytes(Piece keys) {
        List<Cut> cuts = new ArrayList<>();
        for (int bytes = 1; bytes <= Math.min(MOST_PREFIX, keys.shortest() - 1); bytes++) {
            Piece rest = keys.slice(bytes);
            List<Cut> behind = rest.isText() ? texts(rest, false) : aroundTime(rest, true);
            Cut first = Cut.of(keys.slice(0, bytes));
            behind.forEach(cut -> cuts.add(first.then(cut)));
        }
        return cuts;
    }

    private static List<Cut> texts(Piece text, boolean goesOn) {
        List<Cut> cuts = new ArrayList<>();
        StringBuilder used = new StringBuilder();
        SEPARATORS.chars().filter(c -> text.at(0).indexOf(c) >= 0).forEach(c -> used.append((char) c));
        for (String separators : choices(used.toString())) {
            split(text, separators, goesOn).map(KeyCuts::aroundTimes).ifPresent(cuts::add);
        }
        cuts.add(aroundTimes(Cut.of(text)));
        return cuts;
    }

    /** Returns each separator, each pair, and all. */
    private static List<String> choices(String used) {
        List<String> choices =
                new ArrayList<>(used.chars().mapToObj(Character::toString).toList());
        for (int i = 0; i < used.length(); i++) {
            for (int j = i + 1; j < used.length(); j++) {
                choices.add("" + used.charAt(i) + used.charAt(j));
            }
        }
        if (used.length() > 2) {
            choices.add(used);
        }
        return choices;
    }

    /**
     * Cuts at separators.
     *
     * @param goesOn whether something follows, so that the text may end with a separator
     * @return empty if keys differ in their separators, or a piece is empty
     */
    private static Optional<Cut> split(Piece text, String separators, boolean goesOn) {
        List<List<String>> columns = new ArrayList<>();
        String order = "";
        for (int key = 0; key < text.size(); key++) {
            String value = text.at(key);
            StringBuilder found = new StringBuilder();
            List<String> pieces = new ArrayList<>();
            BitSet within = separators.contains("-") ? dashed(value) : new BitSet();
            int from = 0;
            for (int at = 0; at < value.length(); at++) {
                if (separators.indexOf(value.charAt(at)) >= 0 && !within.get(at)) {
                    pieces.add(value.substring(from, at));
                    found.append(value.charAt(at));
                    from = at + 1;
                }
            }
            pieces.add(value.substring(from));
            order = key == 0 ? found.toString() : order;
            if (found.isEmpty() || !order.contentEquals(found)) {
                return Optional.empty();
            }
            columns.add(pieces);
        }
        return cut(columns, order, goesOn);
    }

    private static BitSet dashed(String value) {
        BitSet within = new BitSet();
        for (Matcher match = DASHED.matcher(value); match.find(); ) {
            within.set(match.start(), match.end());
        }
        return within;
    }

    private static Optional<Cut> cut(List<List<String>> keys, String separators, boolean goesOn) {
        List<Piece> pieces = new ArrayList<>();
        List<String> after = new ArrayList<>();
        for (int i = 0; i <= separators.length(); i++) {
            int column = i;
            Piece piece = new Piece(keys.stream().map(key -> key.get(column)).toList());
            boolean last = i == separators.length();
            if (last && goesOn && piece.isWide(0)) {
                break;
            } else if (piece.shortest() == 0) {
                return Optional.empty();
            }
            pieces.add(piece);
            after.add(last ? "" : separators.substring(i, i + 1));
        }
        return Optional.of(new Cut(pieces, after));
    }

    private static Cut aroundTimes(Cut cut) {
        List<Piece> pieces = new ArrayList<>();
        List<String> after = new ArrayList<>();
        for (int i = 0; i < cut.size(); i++) {
            for (Piece piece : aroundTimes(cut.pieces().get(i))) {
                pieces.add(piece);
                after.add("");
            }
            after.set(after.size() - 1, cut.after().get(i));
        }
        return new Cut(pieces, after);
    }

    private static List<Piece> aroundTimes(Piece piece) {
        int width = piece.width().orElse(0);
        if (TimeForm.of(piece).isPresent()) {
            return List.of(piece);
        }
        for (int digits : TIMES) {
            for (int start : starts(width - digits)) {
                if (TimeForm.of(piece.slice(start, start + digits)).isPresent()) {
                    List<Piece> pieces = new ArrayList<>(start == 0 ? List.of() : aroundTimes(piece.slice(0, start)));
                    pieces.add(piece.slice(start, start + digits));
                    if (start + digits < width) {
                        pieces.addAll(aroundTimes(piece.slice(start + digits)));
                    }
                    return pieces;
                }
            }
        }
        return List.of(piece);
    }

    /** Returns all positions up to one, that one first: a time more often ends a piece than it stands within. */
    private static List<Integer> starts(int last) {
        List<Integer> starts = new ArrayList<>();
        if (last >= 0) {
            starts.add(last);
        }
        for (int start = 0; start < last; start++) {
            starts.add(start);
        }
        return starts;
    }

    /** @param text whether only cuts count that have text before the time */
    private static List<Cut> aroundTime(Piece keys, boolean text) {
        for (int at = 0; at + BINARY_TIME <= keys.shortest(); at++) {
            if (TimeForm.of(keys.slice(at, at + BINARY_TIME)).isPresent()) {
                Cut time = then(keys.slice(at, at + BINARY_TIME), keys.slice(at + BINARY_TIME));
                return at == 0 ? (text ? List.of() : List.of(time)) : before(keys.slice(0, at), time, text);
            }
        }
        for (int left = BINARY_TIME; keys.width().isEmpty() && left <= keys.shortest(); left++) {
            Piece time = fromEnd(keys, left, left - BINARY_TIME);
            if (TimeForm.of(time).isPresent()) {
                return before(
                        new Piece(keys.values().stream().map(last(left)).toList()),
                        then(time, fromEnd(keys, left - BINARY_TIME, 0)),
                        text);
            }
        }
        return List.of();
    }

    private static UnaryOperator<String> last(int left) {
        return value -> value.substring(0, value.length() - left);
    }

    private static Piece fromEnd(Piece keys, int from, int to) {
        return new Piece(keys.values().stream()
                .map(value -> value.substring(value.length() - from, value.length() - to))
                .toList());
    }

    private static Cut then(Piece time, Piece rest) {
        if (rest.isWide(0)) {
            return Cut.of(time);
        }
        String first = rest.shortest() > 1 ? rest.at(0).substring(0, 1) : "x";
        boolean separated = SEPARATORS.contains(first) && rest.all(value -> value.startsWith(first));
        return new Cut(List.of(time), List.of(separated ? first : "")).then(Cut.of(separated ? rest.slice(1) : rest));
    }

    private static List<Cut> before(Piece head, Cut time, boolean text) {
        if (head.shortest() == 0) {
            return List.of();
        } else if (head.isText()) {
            return texts(head, true).stream().map(cut -> cut.then(time)).toList();
        }
        return text ? List.of() : List.of(Cut.of(head).then(time));
    }
}
