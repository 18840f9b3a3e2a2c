/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that what the repository's Markdown names exists: files, headings and classes. */
class MarkdownTest {
    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

    /** Written by benchmark runs, and the archive's own README, whose links are those of the archive. */
    private static final Set<Path> SKIPPED = Set.of(
            REPOSITORY.resolve(Path.of("benchmarks", "reports")), REPOSITORY.resolve(Path.of("distribution", "src")));

    /** Classes of others that no source names, as the project does not use them. */
    private static final Set<String> OF_OTHERS = Set.of(
            "BulkIngester",
            "Gradient2Limit",
            "MultiActionResultTooLarge",
            "OrderedFloat32",
            "OutOfOrderSequenceException");

    /** Attributes of an MBean, which {@code DocumentedMetricsTest} compares with the bean. */
    private static final Pattern ATTRIBUTE = Pattern.compile(".*(Total|Seconds|PerSecond)");

    private static final Set<String> SOURCES =
            Set.of("java", "proto", "pml", "xml", "yaml", "yml", "js", "json", "properties");
    private static final long MOST_BYTES = 1 << 20;
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+?)\\s*$");
    private static final Pattern FENCED = Pattern.compile("(?ms)^\\s*```.*?^\\s*```\\s*$");

    /** A name of at least two capitalised words. */
    private static final Pattern CLASS_NAME = Pattern.compile("`((?:[A-Z][a-z0-9]+){2,}(?:IT)?)`");

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_]+");

    private static final List<Path> TEXTS = new ArrayList<>();
    private static final Set<String> WORDS = new HashSet<>();
    private static final Map<Path, Set<String>> ANCHORS = new HashMap<>();

    @BeforeAll
    static void readRepository() throws IOException {
        Files.walkFileTree(REPOSITORY, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = directory.getFileName().toString();
                boolean isSkipped = name.startsWith(".")
                        || name.equals("target")
                        || name.equals("node_modules")
                        || SKIPPED.contains(directory);
                return isSkipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = file.getFileName().toString();
                String extension = name.substring(name.lastIndexOf('.') + 1);
                if (extension.equals("md")) {
                    TEXTS.add(file);
                } else if (SOURCES.contains(extension) && attributes.size() < MOST_BYTES) {
                    WORDS.add(name.replaceFirst("\\..*", ""));
                    Matcher words = WORD.matcher(Files.readString(file));
                    while (words.find()) {
                        WORDS.add(words.group());
                    }
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Test
    void everyRelativeLinkLeadsToAFileAndAHeading() throws IOException {
        List<String> dead = new ArrayList<>();
        for (Path text : TEXTS) {
            Matcher links = LINK.matcher(FENCED.matcher(Files.readString(text)).replaceAll(""));
            while (links.find()) {
                String link = links.group(1);
                if (!link.contains("://") && !link.startsWith("mailto:") && !leads(text, link)) {
                    dead.add(REPOSITORY.relativize(text) + " -> " + link);
                }
            }
        }
        assertThat(TEXTS).hasSizeGreaterThan(20);
        assertThat(dead).isEmpty();
    }

    @Test
    void everyClassNameIsWrittenSomewhereInTheSources() throws IOException {
        List<String> unknown = new ArrayList<>();
        for (Path text : TEXTS) {
            Matcher names = CLASS_NAME.matcher(Files.readString(text));
            while (names.find()) {
                String name = names.group(1);
                if (!WORDS.contains(name)
                        && !OF_OTHERS.contains(name)
                        && !ATTRIBUTE.matcher(name).matches()) {
                    unknown.add(REPOSITORY.relativize(text) + ": " + name);
                }
            }
        }
        assertThat(unknown).isEmpty();
    }

    private static boolean leads(Path text, String link) throws IOException {
        int hash = link.indexOf('#');
        String address = hash < 0 ? link : link.substring(0, hash);
        Path file = address.isEmpty() ? text : text.resolveSibling(address).normalize();
        if (!Files.exists(file)) {
            return false;
        }
        return hash < 0 || !file.toString().endsWith(".md") || anchors(file).contains(link.substring(hash + 1));
    }

    private static Set<String> anchors(Path file) throws IOException {
        Set<String> known = ANCHORS.get(file);
        if (known == null) {
            known = new HashSet<>();
            Matcher headings =
                    HEADING.matcher(FENCED.matcher(Files.readString(file)).replaceAll(""));
            while (headings.find()) {
                known.add(anchor(headings.group(1)));
            }
            ANCHORS.put(file, known);
        }
        return known;
    }

    /** Makes a heading's anchor as GitHub does: lower case, no punctuation, hyphens for spaces. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
    }
}
