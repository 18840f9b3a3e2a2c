/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The guessed form of one piece of the keys.
 *
 * @param settings as YAML, without width and separator if {@code isOpen}
 * @param isOpen whether only a width or a separator tells where a value ends
 * @param doubt what to check; empty if nothing
 */
record PieceForm(String partName, String settings, String evidence, boolean isOpen, String doubt) {
    /** The least number of keys whose digits tell that they are reversed. */
    private static final int MANY = 50;

    private static final int PHONE_WIDTH = 11;
    /** The part of numbers that end with a zero if numbers are random is a tenth. */
    private static final double ZEROS = 0.03;

    private static final Set<String> REVERSED_DOMAINS =
            Set.of("moc.", "gro.", "ten.", "nc.", "vog.", "ude.", "oi.", "ku.oc.", "ed.", "rf.", "pj.oc.");

    static PieceForm of(Piece piece) {
        Optional<TimeForm> time = TimeForm.of(piece);
        if (time.isPresent()) {
            return time(time.get(), piece);
        }
        return reversed(piece).orElseGet(() -> plain(piece));
    }

    private static PieceForm time(TimeForm form, Piece piece) {
        long fit = piece.count(form::fits);
        boolean all = fit == piece.size();
        boolean sure = all && (!form.isBackwards() || piece.size() >= MANY);
        String doubt = "looks like a "
                + (form.isBackwards() ? "time in milliseconds that is counted backwards" : "time in milliseconds")
                + ": " + (all ? "all " + Counts.of(fit) : Counts.of(fit) + " of " + Counts.of(piece.size()))
                + " keys; check it";
        return new PieceForm(
                form.partName(),
                form.settings(),
                form.words()
                        + (all ? " in every key" : " in " + fit + " of " + piece.size() + " keys")
                        + (form.isBackwards() ? ": the newest comes first" : ""),
                false,
                form.isNumber() && !sure ? doubt : "");
    }

    static PieceForm plain(Piece piece) {
        int width = piece.width().orElse(0);
        if (piece.isText()) {
            return new PieceForm(
                    "id",
                    piece.isAscii() ? "type: ascii" : "type: utf8",
                    width > 0 ? width + " characters in every key" : "characters",
                    true,
                    "");
        }
        return new PieceForm(
                "id",
                "type: bytes",
                width > 0 ? width + " bytes of no known form in every key" : "bytes of no known form",
                true,
                "");
    }

    /** Returns the form of whole numbers of four or eight bytes. */
    static PieceForm number(Piece piece) {
        return new PieceForm(
                "id",
                "type: u" + Byte.SIZE * piece.shortest(),
                "a whole number of " + piece.shortest() + " bytes",
                false,
                "");
    }

    static PieceForm reversed(Piece piece, String evidence, String doubt) {
        PieceForm plain = plain(piece);
        return new PieceForm(plain.partName, plain.settings + ", transform: reverse", evidence, true, doubt);
    }

    /** Recognises digits and hosts that are written backwards. */
    private static Optional<PieceForm> reversed(Piece piece) {
        if (piece.size() < MANY || !piece.isAscii()) {
            return Optional.empty();
        } else if (piece.isWide(PHONE_WIDTH) && piece.all(PieceForm::isReversedPhone) && isSpread(piece)) {
            return suspected(piece, "telephone numbers", "every one ends with a digit from 3 to 9 and a 1");
        } else if (piece.all(Texts::isDigits) && isReversedNumber(piece)) {
            return suspected(piece, "numbers", "some begin with 0 and none ends with it");
        } else if (piece.all(Texts::isDigits) && isReversedPadded(piece)) {
            return suspected(
                    piece, "numbers with zeros in front", "all end with 00 and the first digit takes all values");
        } else if (piece.mostly(value -> REVERSED_DOMAINS.stream().anyMatch(value::startsWith))) {
            return suspected(piece, "host names", "they begin with a top-level domain written backwards");
        }
        return Optional.empty();
    }

    private static Optional<PieceForm> suspected(Piece piece, String what, String reason) {
        return Optional.of(reversed(
                piece,
                what + ", last character first: " + reason,
                "looks like " + what + " written backwards, as " + reason + ": " + Counts.of(piece.size())
                        + " keys; if they are not, remove transform: reverse"));
    }

    private static boolean isReversedPhone(String value) {
        return Texts.isDigits(value) && value.charAt(PHONE_WIDTH - 1) == '1' && value.charAt(PHONE_WIDTH - 2) >= '3';
    }

    private static boolean isReversedNumber(Piece piece) {
        return piece.shortest() > 1
                && piece.values().stream().distinct().count() > MANY
                && piece.all(value -> !value.endsWith("0"))
                && piece.count(value -> value.startsWith("0")) >= ZEROS * piece.size();
    }

    private static boolean isReversedPadded(Piece piece) {
        return piece.width().orElse(0) > 4 && piece.all(value -> value.endsWith("00")) && isSpread(piece);
    }

    /** Tells if the first digit takes all values. */
    private static boolean isSpread(Piece piece) {
        return Stream.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9")
                .allMatch(digit -> piece.values().stream().anyMatch(value -> value.startsWith(digit)));
    }

    boolean isDate() {
        return !settings.startsWith("type: date") && (partName.equals("time") || partName.equals("day"));
    }
}
