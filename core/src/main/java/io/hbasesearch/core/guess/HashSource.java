/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Names the parts of a key that a leading hash may be computed from.
 *
 * @param form in which the pieces enter it
 * @param pieces the indices of the pieces behind the hash
 * @param cut where the first of them is to be cut before; 0 for nowhere
 * @param input the bytes of the input, by key
 */
record HashSource(Form form, List<Integer> pieces, int cut, IntFunction<String> input) {
    enum Form {
        /** Values as text. */
        TEXT,
        /** Bytes as they stand in the key. */
        KEY,
        /** Four or eight bytes, as the text of the number that they are. */
        NUMBER,
        /** Text of which the key has the last character first. */
        REVERSED
    }

    HashSource {
        pieces = List.copyOf(pieces);
    }

    /** Returns all sources, those of single pieces first. */
    static List<HashSource> of(Cut rest) {
        List<HashSource> sources = new ArrayList<>();
        for (int i = 0; i < rest.size(); i++) {
            addPiece(i, rest.pieces().get(i), sources);
        }
        addTogether(rest, sources);
        Piece first = rest.first();
        if (first.width().isPresent() && TimeForm.of(first).isEmpty()) {
            boolean text = first.isText();
            for (int cut = 1; cut < first.shortest(); cut++) {
                addBeginning(first, text, cut, sources);
            }
        }
        return sources;
    }

    private static void addPiece(int index, Piece piece, List<HashSource> sources) {
        List<Integer> only = List.of(index);
        Optional<TimeForm> time = TimeForm.of(piece);
        if (time.filter(TimeForm::isNumber).isPresent()) {
            sources.add(new HashSource(
                    Form.TEXT, only, 0, key -> Long.toString(time.get().millis(piece.at(key)))));
        }
        if (time.isEmpty() && piece.isText()) {
            sources.add(new HashSource(Form.TEXT, only, 0, piece::at));
            sources.add(new HashSource(Form.REVERSED, only, 0, key -> reverse(piece.at(key))));
        } else {
            sources.add(new HashSource(Form.KEY, only, 0, piece::at));
            if (time.isEmpty()) {
                addNumber(only, 0, piece, sources);
            }
        }
    }

    private static String reverse(String value) {
        return new StringBuilder(value).reverse().toString();
    }

    private static void addNumber(List<Integer> only, int cut, Piece piece, List<HashSource> sources) {
        if ((piece.isWide(Integer.BYTES) || piece.isWide(Long.BYTES)) && piece.all(value -> value.charAt(0) < 0x80)) {
            sources.add(new HashSource(Form.NUMBER, only, cut, key -> Long.toString(Piece.number(piece.at(key)))));
        }
    }

    private static void addBeginning(Piece first, boolean text, int cut, List<HashSource> sources) {
        sources.add(new HashSource(text ? Form.TEXT : Form.KEY, List.of(0), cut, key -> first.at(key)
                .substring(0, cut)));
        if (!text && (cut == Integer.BYTES || cut == Long.BYTES)) {
            addNumber(List.of(0), cut, first.slice(0, cut), sources);
        }
    }

    /** Adds the first pieces as text without separators, and all of them as they stand in the key. */
    private static void addTogether(Cut rest, List<HashSource> sources) {
        List<IntFunction<String>> texts = new ArrayList<>();
        for (Piece piece : rest.pieces()) {
            Optional<TimeForm> time = TimeForm.of(piece);
            boolean text = time.map(TimeForm::isNumber).orElseGet(piece::isText);
            if (!text) {
                break;
            }
            texts.add(key -> time.isPresent() ? Long.toString(time.get().millis(piece.at(key))) : piece.at(key));
        }
        for (int number = 2; number <= texts.size(); number++) {
            List<IntFunction<String>> first = List.copyOf(texts.subList(0, number));
            sources.add(new HashSource(
                    Form.TEXT, IntStream.range(0, number).boxed().toList(), 0, key -> joined(first, key)));
        }
        if (rest.size() > 1) {
            List<IntFunction<String>> all = new ArrayList<>();
            for (int i = 0; i < rest.size(); i++) {
                Piece piece = rest.pieces().get(i);
                String after = rest.after().get(i);
                all.add(key -> piece.at(key) + after);
            }
            sources.add(new HashSource(
                    Form.KEY, IntStream.range(0, rest.size()).boxed().toList(), 0, key -> joined(all, key)));
        }
    }

    private static String joined(List<IntFunction<String>> parts, int key) {
        StringBuilder joined = new StringBuilder();
        parts.forEach(part -> joined.append(part.apply(key)));
        return joined.toString();
    }
}
