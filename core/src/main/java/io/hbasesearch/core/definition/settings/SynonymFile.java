/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.definition.value.SynonymRules;
import io.hbasesearch.core.yaml.ConfigurationProblem;
import io.hbasesearch.core.yaml.ConfigurationProblems;
import io.hbasesearch.core.yaml.SettingValues;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the file of synonyms that a definition names. The format is that of Apache Solr ({@code SynonymGraphFilterFactory} with {@code
 * format="solr"}, read by Lucene's {@code SolrSynonymParser}), in UTF-8: a rule a line, {@code #} begins a comment line, a backslash keeps the
 * next character, as in {@code \,}.
 *
 * <pre>
 * car, automobile, motor car     a query for one of these searches for the others too
 * tv, telly =&gt; television        a query for tv or telly searches for television too, but not the other way round
 * </pre>
 *
 * <p>Unlike in Solr, what was typed is always searched for as well: a rule finds more rows, never other ones. For one file and one thread.
 */
public final class SynonymFile {
    static final int MAX_BYTES = 1 << 20;
    static final int MAX_RULES = 10_000;

    /** The most entries of a side of a rule, and the most alternatives of an entry over all rules. */
    static final int MAX_ALTERNATIVES = 20;

    static final int MAX_LENGTH = 200;
    private static final int MAX_PROBLEMS = 100;
    private static final String ARROW = "=>";
    private static final char BYTE_ORDER_MARK = '\ufeff';
    private static final int MAX_CACHED = 32;

    /** The last files without problems, because processes read their definitions every few seconds. */
    private static final Map<Path, Cached> CACHE = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Cached> eldest) {
            return size() > MAX_CACHED;
        }
    };

    private record Cached(String name, String digest, SynonymRules rules) {}

    private final Path file;
    private final ConfigurationProblems problems;
    private final Map<String, List<String>> alternatives = new LinkedHashMap<>();
    private final Set<String> refused = new HashSet<>();
    private int rules;
    private int faults;

    private SynonymFile(Path file, ConfigurationProblems problems) {
        this.file = file;
        this.problems = problems;
    }

    /**
     * Reads the file and reports all of its problems with their lines.
     *
     * @param files resolves relative paths
     * @return no synonyms if the definition names no file, or one with problems
     */
    public static SynonymRules read(SettingValues values, SpecFiles files) {
        return values.find(DefinitionSettings.SYNONYMS)
                .map(name -> read(name, values, files))
                .orElse(SynonymRules.NONE);
    }

    private static SynonymRules read(String name, SettingValues values, SpecFiles files) {
        if (files.directory().isEmpty()) {
            values.problem(DefinitionSettings.SYNONYMS, "needs a definition in a file, beside which its file is");
            return SynonymRules.NONE;
        }
        try {
            Path file = files.directory().get().resolve(name).normalize();
            if (!Files.isRegularFile(file)) {
                values.problem(DefinitionSettings.SYNONYMS, "names a file that does not exist: " + file);
                return SynonymRules.NONE;
            }
            try (InputStream in = Files.newInputStream(file)) {
                return cached(name, file, in.readNBytes(MAX_BYTES + 1), files.problems());
            }
        } catch (InvalidPathException e) {
            values.problem(DefinitionSettings.SYNONYMS, "is not the path of a file");
        } catch (IOException e) {
            values.problem(DefinitionSettings.SYNONYMS, "names a file that cannot be read: " + e);
        }
        return SynonymRules.NONE;
    }

    private static SynonymRules cached(String name, Path file, byte[] bytes, ConfigurationProblems problems) {
        String digest = digest(bytes);
        synchronized (CACHE) {
            Cached before = CACHE.get(file);
            if (before != null && before.name().equals(name) && before.digest().equals(digest)) {
                return before.rules();
            }
        }
        SynonymFile reader = new SynonymFile(file, problems);
        SynonymRules read = reader.read(name, bytes);
        if (reader.faults == 0) {
            synchronized (CACHE) {
                CACHE.put(file, new Cached(name, digest, read));
            }
        }
        return read;
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private SynonymRules read(String name, byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            problem(0, 0, "is larger than " + (MAX_BYTES >> 20) + " MB, the most that a file of synonyms may have");
            return SynonymRules.NONE;
        }
        int start = 0;
        for (int line = 1; start < bytes.length; line++) {
            int end = start;
            while (end < bytes.length && bytes[end] != '\n') {
                end++;
            }
            readLine(line, ByteBuffer.wrap(bytes, start, end - start));
            start = end + 1;
        }
        if (rules > MAX_RULES) {
            problem(0, 0, "has " + rules + " rules; at most " + MAX_RULES + " are allowed");
        }
        return new SynonymRules(name, rules, alternatives);
    }

    private void readLine(int line, ByteBuffer bytes) {
        String text;
        try {
            text = UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            problem(line, 1, "is not UTF-8");
            return;
        }
        if (line == 1 && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
            text = text.substring(1);
        }
        if (text.isBlank() || text.strip().charAt(0) == '#') {
            return;
        }
        rules++;
        if (rules <= MAX_RULES) {
            readRule(line, text);
        }
    }

    private void readRule(int line, String text) {
        List<List<Entry>> sides = sides(text);
        boolean isValid = sides.stream().allMatch(side -> isValid(line, side));
        if (sides.size() > 2) {
            problem(line, 1, "has " + ARROW + " twice: write a rule a line");
        } else if (isValid && sides.size() == 2) {
            add(line, sides.get(0), sides.get(1));
        } else if (isValid) {
            boolean isOne = sides.get(0).stream().map(Entry::key).distinct().count() == 1;
            if (isOne) {
                problem(line, 1, "has one entry: a rule has two at least, as in car, automobile or tv => television");
            } else {
                add(line, sides.get(0), sides.get(0));
            }
        }
    }

    /** @param column from 1 */
    private record Entry(String text, String key, int column) {
        static Entry of(String written, int column) {
            String text = SynonymRules.blanks(written);
            return new Entry(text, SynonymRules.key(text), column);
        }
    }

    /** Splits a rule into its sides, and those into entries. */
    private static List<List<Entry>> sides(String text) {
        List<List<Entry>> sides = new ArrayList<>(List.of(new ArrayList<>()));
        StringBuilder entry = new StringBuilder();
        int column = 1;
        for (int i = 0; i <= text.length(); i++) {
            boolean isArrow = text.startsWith(ARROW, i);
            if (i == text.length() || text.charAt(i) == ',' || isArrow) {
                sides.get(sides.size() - 1).add(Entry.of(entry.toString(), column));
                entry.setLength(0);
                if (isArrow) {
                    i += ARROW.length() - 1;
                    sides.add(new ArrayList<>());
                }
                column = i + 2;
            } else {
                boolean isEscape = text.charAt(i) == '\\' && i + 1 < text.length();
                entry.append(text.charAt(isEscape ? ++i : i));
            }
        }
        return sides;
    }

    private boolean isValid(int line, List<Entry> side) {
        int before = faults;
        if (side.size() > MAX_ALTERNATIVES) {
            problem(
                    line,
                    side.get(0).column(),
                    "has " + side.size() + " entries on one side; at most " + MAX_ALTERNATIVES + " are allowed");
            return false;
        }
        for (Entry entry : side) {
            if (entry.text().isEmpty()) {
                problem(
                        line,
                        entry.column(),
                        "has an empty entry: write text on both sides of a comma and of " + ARROW);
            } else if (entry.text().length() > MAX_LENGTH) {
                problem(
                        line,
                        entry.column(),
                        "has an entry of " + entry.text().length() + " characters; at most " + MAX_LENGTH
                                + " are allowed");
            } else if (entry.text().split(" ").length > SynonymRules.MAX_WORDS) {
                problem(
                        line,
                        entry.column(),
                        "has an entry of more than " + SynonymRules.MAX_WORDS + " words: " + entry.text());
            } else if (entry.text().codePoints().noneMatch(Character::isLetterOrDigit)) {
                problem(line, entry.column(), "has an entry without a letter or a digit: " + entry.text());
            }
        }
        return faults == before;
    }

    private void add(int line, List<Entry> left, List<Entry> right) {
        for (Entry entry : left) {
            String key = entry.key();
            List<String> texts = alternatives.computeIfAbsent(key, first -> new ArrayList<>());
            for (Entry other : right) {
                if (!other.key().equals(key) && !texts.contains(other.text()) && texts.size() <= MAX_ALTERNATIVES) {
                    texts.add(other.text());
                }
            }
            if (texts.size() > MAX_ALTERNATIVES && refused.add(key)) {
                problem(
                        line,
                        entry.column(),
                        "gives " + entry.text() + " more than " + MAX_ALTERNATIVES
                                + " alternatives, together with the rules above");
            }
        }
    }

    private void problem(int line, int column, String message) {
        faults++;
        if (faults <= MAX_PROBLEMS) {
            problems.add(new ConfigurationProblem(file, line, column, message));
        } else if (faults == MAX_PROBLEMS + 1) {
            problems.add(new ConfigurationProblem(file, line, column, "and more: correct these first"));
        }
    }
}
