/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Names the parts of keys that were cut, and finds out what spreads them. Stateless. */
final class KeyParts {
    private static final int A_HASH = 1_000;
    private static final int A_SALT = 100;
    private static final int A_TIME = 10;
    private static final int A_FORM = 5;
    private static final int MOST_PREFIX = 64;
    /** The width from which hexadecimal digits look like a digest. */
    private static final int LIKE_A_DIGEST = 4;

    private static final String FUNCTIONS =
            "md5, sha1, sha256, String.hashCode, Arrays.hashCode, Long.hashCode, crc32 or the number itself";

    private KeyParts() {}

    /**
     * A structure that the keys may have.
     *
     * @param score of the evidence, from 0 for none
     */
    record Candidate(List<KeyGuess.Part> parts, List<String> doubts, int score) {}

    /** Returns candidates for one cut, the best first. */
    static List<Candidate> of(Cut cut, boolean needsPrefix) {
        List<Candidate> candidates = new ArrayList<>();
        if (cut.size() > 1 && cut.first().width().isPresent()) {
            whole(cut).ifPresent(candidates::add);
        }
        if (!needsPrefix && candidates.isEmpty()) {
            beginning(cut).ifPresent(candidates::add);
            candidates.add(new Parts(cut).candidate());
        }
        return candidates;
    }

    /** Explains the first piece by the others. */
    private static Optional<Candidate> whole(Cut cut) {
        Cut rest = cut.withoutFirst();
        boolean isTime = TimeForm.of(cut.first()).isPresent();
        return new HashSearch(cut.first())
                .find(HashSource.of(rest))
                .map(found -> hashed(cut, found))
                .or(() -> isTime
                        ? Optional.empty()
                        : SaltSearch.separated(cut.first()).map(found -> salted(cut, found)));
    }

    /** Explains the beginning of the first piece by what follows. */
    private static Optional<Candidate> beginning(Cut cut) {
        int most = Math.min(MOST_PREFIX, cut.first().shortest() - 1);
        if (TimeForm.of(cut.first()).isPresent()) {
            return Optional.empty();
        }
        boolean text = cut.first().isText();
        for (int width = 1; width <= most; width++) {
            Piece prefix = cut.first().slice(0, width);
            boolean likely = !text || prefix.all(Texts::isHexDigits);
            Cut once = cut.cutFirst(width);
            Optional<Candidate> found = !likely
                    ? Optional.empty()
                    : new HashSearch(prefix)
                            .find(HashSource.of(once.withoutFirst()))
                            .map(hash -> hashed(once, hash));
            if (found.isPresent()) {
                return found;
            }
        }
        for (int width = 1; width <= Math.min(3, most); width++) {
            Cut once = cut.cutFirst(width);
            Optional<SaltSearch.Found> found =
                    text ? SaltSearch.glued(once.first(), once.pieces().get(1)) : SaltSearch.separated(once.first());
            if (found.isPresent()) {
                return found.map(salt -> salted(once, salt));
            }
        }
        return Optional.empty();
    }

    private static Candidate salted(Cut cut, SaltSearch.Found found) {
        Parts parts = new Parts(cut);
        parts.lead = new KeyGuess.Part(
                "salt",
                found.settings(),
                found.count() + " values in " + cut.first().size() + " keys, which no known hash of the rest gives",
                false);
        parts.doubts.add("part 1, salt, has " + found.count() + " values in "
                + Counts.of(cut.first().size())
                + " keys. No hash of the rest that this program knows gives them (" + FUNCTIONS
                + "), so it is taken for a random salt, and a query looks behind each of its values. If it tells something of"
                + " the row, make it a field"
                + (found.isWhole() ? "" : "; values that the sample lacks were added"));
        parts.score = A_SALT;
        return parts.candidate();
    }

    private static Candidate hashed(Cut cut, HashSearch.Found found) {
        HashSource source = found.source();
        Cut rest = source.cut() > 0 ? cut.withoutFirst().cutFirst(source.cut()) : cut.withoutFirst();
        Cut all = new Cut(List.of(cut.first()), cut.after().subList(0, 1)).then(rest);
        Parts parts = new Parts(all);
        parts.hash = Optional.of(found);
        int first = source.pieces().get(0) + 1;
        Piece piece = all.pieces().get(first);
        if (source.form() == HashSource.Form.NUMBER) {
            parts.forms.put(first, PieceForm.number(piece));
        } else if (source.form() == HashSource.Form.REVERSED) {
            parts.forms.put(
                    first, PieceForm.reversed(piece, "last character first, as the hash is that of the reverse", ""));
        } else if (source.pieces().size() == 1 && TimeForm.of(piece).isEmpty()) {
            // The hash shows in which order the characters are.
            parts.forms.put(first, PieceForm.plain(piece));
        }
        parts.score = A_HASH;
        return parts.candidate();
    }

    /** The parts of one cut, as they are named and written. */
    private static final class Parts {
        private final Cut cut;
        private final Map<Integer, PieceForm> forms = new HashMap<>();
        private final List<String> doubts = new ArrayList<>();
        private final List<String> names = new ArrayList<>();
        private final Set<String> taken = new HashSet<>(Set.of("hash", "bucket", "salt"));
        private Optional<HashSearch.Found> hash = Optional.empty();
        private KeyGuess.Part lead = new KeyGuess.Part("", "", "", false);
        private int score;

        Parts(Cut cut) {
            this.cut = cut;
        }

        Candidate candidate() {
            boolean led = hash.isPresent() || !lead.name().isEmpty();
            for (int i = 0; i < cut.size(); i++) {
                names.add(i == 0 && led ? "" : name(form(i).partName()));
            }
            List<KeyGuess.Part> parts = new ArrayList<>();
            for (int i = 0; i < cut.size(); i++) {
                add(i, i == 0 && led ? hash.map(this::hashed).orElse(lead) : field(i), parts);
            }
            score += cut.isSeparated() ? 1 : 0;
            return new Candidate(parts, doubts, score);
        }

        private PieceForm form(int piece) {
            return forms.computeIfAbsent(
                    piece, index -> PieceForm.of(cut.pieces().get(index)));
        }

        private String name(String base) {
            String name = base;
            for (int i = 2; !taken.add(name); i++) {
                name = base + i;
            }
            return name;
        }

        private void add(int piece, KeyGuess.Part part, List<KeyGuess.Part> parts) {
            parts.add(part);
            String separator = cut.after().get(piece);
            if (!separator.isEmpty() && !part.settings().contains("separator: ")) {
                parts.add(new KeyGuess.Part(
                        separator(piece), "kind: const, value: \"" + separator + "\"", "the same in every key", false));
            }
        }

        private static String separator(int piece) {
            return "then" + (piece + 1);
        }

        private KeyGuess.Part field(int piece) {
            PieceForm form = form(piece);
            String name = names.get(piece);
            String separator = cut.after().get(piece);
            boolean last = piece == cut.size() - 1;
            String settings = form.settings();
            String evidence = form.evidence();
            if (form.isOpen() && !separator.isEmpty()) {
                settings += ", separator: \"" + separator + "\"";
                evidence += "; " + separator + " stands behind it in every key";
            } else if (form.isOpen() && !last) {
                settings += ", width: " + cut.pieces().get(piece).width().orElse(0);
            }
            score += form.partName().equals("id") ? 0 : A_TIME;
            score += form.settings().contains("reverse") && hash.isEmpty() ? A_FORM : 0;
            String doubt = form.doubt().isEmpty() && piece == 0
                    ? unexplained(cut.pieces().get(0))
                    : form.doubt();
            if (!doubt.isEmpty()) {
                doubts.add("part " + (piece + 1) + ", " + name + ", " + doubt);
            }
            return new KeyGuess.Part(name, settings, evidence, form.isDate());
        }

        /** Tells of a first part that looks like a hash without being one that is known. */
        private String unexplained(Piece piece) {
            boolean digest = cut.size() > 1
                    && piece.width().orElse(0) >= LIKE_A_DIGEST
                    && piece.all(Texts::isHexDigits)
                    && !piece.all(Texts::isDigits)
                    && piece.count(value -> Character.isLetter(value.charAt(0))) * 4 > piece.size();
            return digest
                    ? "looks like digits of a hash, but neither md5 nor sha1 nor sha256 of the rest or of one of its parts"
                            + " gives it: it is kept as a field"
                    : "";
        }

        private KeyGuess.Part hashed(HashSearch.Found found) {
            HashSource source = found.source();
            boolean bytes = source.form() == HashSource.Form.KEY;
            List<String> of =
                    source.pieces().stream().map(piece -> names.get(piece + 1)).toList();
            String written = bytes ? String.join(", ", ofBytes(source)) : String.join(", ", of);
            boolean several = bytes ? ofBytes(source).size() > 1 : of.size() > 1;
            String name = found.settings().contains("modulus") ? "bucket" : "hash";
            if (!found.doubt().isEmpty()) {
                doubts.add("part 1, " + name + ": " + found.doubt());
            }
            return new KeyGuess.Part(
                    name,
                    "kind: hash, of: " + (several ? "[" + written + "]" : written) + (bytes ? ", input: key" : "")
                            + ", " + found.settings(),
                    "in every key " + found.words() + " of " + String.join(" and ", of)
                            + (bytes ? ", as its bytes are in the key" : ""),
                    false);
        }

        /** Returns the names of the parts whose bytes make the input, with those that are separators. */
        private List<String> ofBytes(HashSource source) {
            return source.pieces().stream()
                    .map(piece -> piece + 1)
                    .flatMap(piece -> IntStream.rangeClosed(0, isConstant(piece, source) ? 1 : 0)
                            .mapToObj(part -> part == 0 ? names.get(piece) : separator(piece)))
                    .collect(Collectors.toList());
        }

        private boolean isConstant(int piece, HashSource source) {
            return source.pieces().size() > 1
                    && !cut.after().get(piece).isEmpty()
                    && !form(piece).isOpen();
        }
    }
}
