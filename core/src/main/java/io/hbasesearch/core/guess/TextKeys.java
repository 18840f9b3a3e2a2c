/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import java.util.ArrayList;
import java.util.List;

/** Guesses the parts of keys of printable characters. For one thread. */
final class TextKeys {
    private static final String SEPARATORS = "|#:~;,/_-.";
    private static final List<Integer> DIGESTS = List.of(2, 3, 4, 5, 6, 8, 10, 12, 16, 32, 40, 64);

    private final List<String> keys;

    TextKeys(List<String> keys) {
        this.keys = List.copyOf(keys);
    }

    /** Returns the candidates, the best first. */
    List<List<KeyGuess.Part>> candidates() {
        List<List<KeyGuess.Part>> candidates = new ArrayList<>();
        for (char separator : SEPARATORS.toCharArray()) {
            separated(separator, candidates);
        }
        glued(candidates);
        int width = keys.get(0).length();
        if (keys.stream().allMatch(key -> key.length() == width)) {
            fixed(candidates);
        }
        return candidates;
    }

    private void separated(char separator, List<List<KeyGuess.Part>> candidates) {
        long number = keys.get(0).chars().filter(c -> c == separator).count();
        if (number == 0
                || !keys.stream()
                        .allMatch(key -> key.chars().filter(c -> c == separator).count() == number)) {
            return;
        }
        List<List<String>> columns = new ArrayList<>();
        for (int i = 0; i <= number; i++) {
            int column = i;
            columns.add(
                    keys.stream().map(key -> split(key, separator).get(column)).toList());
        }
        if (columns.stream().noneMatch(column -> column.stream().anyMatch(String::isEmpty))) {
            KeyParts parts = new KeyParts(columns);
            candidates.add(parts.separatedBy(separator, true));
            candidates.add(parts.separatedBy(separator, false));
        }
    }

    private static List<String> split(String key, char separator) {
        List<String> pieces = new ArrayList<>();
        int from = 0;
        for (int at = key.indexOf(separator); at >= 0; at = key.indexOf(separator, from)) {
            pieces.add(key.substring(from, at));
            from = at + 1;
        }
        pieces.add(key.substring(from));
        return pieces;
    }

    /** Adds candidates with a digest of the rest as a prefix. */
    private void glued(List<List<KeyGuess.Part>> candidates) {
        for (int digits : DIGESTS) {
            if (keys.stream().allMatch(key -> key.length() > digits && Texts.isHexDigits(key.substring(0, digits)))) {
                KeyParts parts = new KeyParts(List.of(
                        keys.stream().map(key -> key.substring(0, digits)).toList(),
                        keys.stream().map(key -> key.substring(digits)).toList()));
                if (parts.beginsWithHash()) {
                    // The longest wins, because fewer digits of a digest match too.
                    candidates.add(0, parts.behindEachOther());
                }
            }
        }
    }

    /** Adds candidates that are cut between letters and digits, and around days and times. */
    private void fixed(List<List<KeyGuess.Part>> candidates) {
        List<Integer> cuts = new ArrayList<>(List.of(0));
        int width = keys.get(0).length();
        for (int i = 1; i < width; i++) {
            if (isDigits(i) != isDigits(i - 1) && (isDigits(i) || isLetters(i))) {
                cuts.add(i);
            }
        }
        cuts.add(width);
        List<int[]> pieces = new ArrayList<>();
        for (int i = 0; i + 1 < cuts.size(); i++) {
            pieces.addAll(timed(cuts.get(i), cuts.get(i + 1)));
        }
        if (pieces.stream().noneMatch(piece -> isTimed(piece[0], piece[1]))) {
            return;
        }
        // Letters and the digits after them are one piece: u1000001.
        List<int[]> merged = new ArrayList<>();
        for (int[] piece : pieces) {
            int[] last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last != null && !isTimed(piece[0], piece[1]) && !isTimed(last[0], last[1])) {
                last[1] = piece[1];
            } else {
                merged.add(piece.clone());
            }
        }
        candidates.add(new KeyParts(
                        merged.stream().map(piece -> column(piece[0], piece[1])).toList())
                .behindEachOther());
    }

    /** Returns the piece unchanged, or cut around the first day or time within it. */
    private List<int[]> timed(int from, int to) {
        // A day before milliseconds: 20260302 and five more digits are both.
        for (int digits : new int[] {14, 8, 19, 13}) {
            for (int start = from; start + digits <= to; start++) {
                if (isTimed(start, start + digits)) {
                    List<int[]> pieces = new ArrayList<>();
                    if (start > from) {
                        pieces.add(new int[] {from, start});
                    }
                    pieces.add(new int[] {start, start + digits});
                    if (start + digits < to) {
                        pieces.addAll(timed(start + digits, to));
                    }
                    return List.copyOf(pieces);
                }
            }
        }
        return List.of(new int[] {from, to});
    }

    private boolean isTimed(int from, int to) {
        return KeyParts.time(column(from, to)).isPresent();
    }

    private List<String> column(int from, int to) {
        return keys.stream().map(key -> key.substring(from, to)).toList();
    }

    private boolean isDigits(int position) {
        return keys.stream().allMatch(key -> Character.isDigit(key.charAt(position)));
    }

    private boolean isLetters(int position) {
        return keys.stream().allMatch(key -> Character.isLetter(key.charAt(position)));
    }
}
