/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.settings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.definition.text.DefinitionChange;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.definition.text.DefinitionView;
import io.hbasesearch.core.definition.value.SynonymRules;
import io.hbasesearch.core.yaml.ConfigurationException;
import io.hbasesearch.core.yaml.ConfigurationProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SynonymFileTest {
    private static final String DEFINITION = "table: t\nfields: {text: {column: 'd:text', type: text}}\n";

    @TempDir
    Path directory;

    private Path write(byte[] synonyms) throws IOException {
        Files.write(directory.resolve("words.txt"), synonyms);
        return Files.writeString(directory.resolve("t.yaml"), DEFINITION + "synonyms: words.txt\n");
    }

    private IndexDefinition read(String synonyms) throws IOException {
        return new IndexDefinitionReader(Map.of()).readFile(write(synonyms.getBytes(UTF_8)));
    }

    private SynonymRules rules(String synonyms) throws IOException {
        return read(synonyms).options().synonyms();
    }

    /** The problems, as {@code line:column message}. */
    private List<String> problems(String synonyms) throws IOException {
        return problems(synonyms.getBytes(UTF_8));
    }

    private List<String> problems(byte[] synonyms) throws IOException {
        Path file = write(synonyms);
        ConfigurationException failure = catchThrowableOfType(
                ConfigurationException.class, () -> new IndexDefinitionReader(Map.of()).readFile(file));
        assertThat(failure.problems())
                .extracting(ConfigurationProblem::file)
                .containsOnly(directory.resolve("words.txt").toAbsolutePath());
        return failure.problems().stream()
                .map(problem -> problem.line() + ":" + problem.column() + " " + problem.message())
                .toList();
    }

    @Test
    void entriesOfARuleStandForEachOther() throws IOException {
        SynonymRules rules = rules("car, automobile , motor  car\n");
        assertThat(rules.alternatives("car")).containsExactly("automobile", "motor car");
        assertThat(rules.alternatives("motor car")).containsExactly("car", "automobile");
        assertThat(rules.alternatives("motor")).isEmpty();
        assertThat(rules).hasToString("words.txt (1 rule)");
    }

    @Test
    void anArrowLeadsOneWay() throws IOException {
        SynonymRules rules = rules("tv, telly => television\ntv => TV set\n");
        assertThat(rules.alternatives("tv")).containsExactly("television", "TV set");
        assertThat(rules.alternatives("telly")).containsExactly("television");
        assertThat(rules.alternatives("television")).isEmpty();
    }

    @Test
    void commentsBlanksEscapesAndTheByteOrderMarkAreRead() throws IOException {
        SynonymRules rules = rules("\ufeff# cars\r\n\r\n  # more\r\nC#, c\\,sharp, \\=>x\r\n");
        assertThat(rules.alternatives("c#")).containsExactly("c,sharp", "=>x");
    }

    @Test
    void entriesAreComparedInNfcAndLowerCaseAndKeptAsTheyAreWritten() throws IOException {
        SynonymRules rules = rules("Cafe\u0301, Coffee\u3000House\n");
        assertThat(rules.alternatives(SynonymRules.key("CAFÉ"))).containsExactly("Coffee House");
        assertThat(rules.alternatives("coffee house")).containsExactly("Café");
    }

    @Test
    void allProblemsOfTheFileAreReportedWithTheirPlaces() throws IOException {
        String longest = "x".repeat(SynonymFile.MAX_LENGTH + 1);
        String many = numbers(0, SynonymFile.MAX_ALTERNATIVES + 1);
        assertThat(problems("car\n# fine\na,,b\ntv => \na => b => c\n=> d\n" + longest + ", y\na b c d e f g, h\n"
                        + many + "\ncar, --\nCar, car\n"))
                .containsExactly(
                        "1:1 has one entry: a rule has two at least, as in car, automobile or tv => television",
                        "3:3 has an empty entry: write text on both sides of a comma and of =>",
                        "4:6 has an empty entry: write text on both sides of a comma and of =>",
                        "5:1 has => twice: write a rule a line",
                        "6:1 has an empty entry: write text on both sides of a comma and of =>",
                        "7:1 has an entry of 201 characters; at most 200 are allowed",
                        "8:1 has an entry of more than 6 words: a b c d e f g",
                        "9:1 has 21 entries on one side; at most 20 are allowed",
                        "10:5 has an entry without a letter or a digit: --",
                        "11:1 has one entry: a rule has two at least, as in car, automobile or tv => television");
    }

    private static String numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "n" + i).collect(Collectors.joining(", "));
    }

    @Test
    void rulesTogetherAreBounded() throws IOException {
        assertThat(problems("car => " + numbers(0, 20) + "\ncar, bus\ncar, tram\n"))
                .containsExactly("2:1 gives car more than 20 alternatives, together with the rules above");
        assertThat(problems("a, b\n".repeat(SynonymFile.MAX_RULES + 1)))
                .containsExactly("0:0 has 10001 rules; at most 10000 are allowed");
        assertThat(problems("a, b\n".repeat(SynonymFile.MAX_BYTES / 4)))
                .containsExactly("0:0 is larger than 1 MB, the most that a file of synonyms may have");
        assertThat(problems("x\n".repeat(5_000))).hasSize(101).last().asString().contains("correct these first");
    }

    @Test
    void anUnchangedFileIsParsedOnce() throws IOException {
        SynonymRules first = rules("car, automobile\n");
        assertThat(rules("car, automobile\n")).isSameAs(first);
        assertThat(rules("car, wagon\n")).isNotEqualTo(first);
        assertThat(rules("car, automobile\n")).isEqualTo(first);
    }

    @Test
    void theLargestFileIsReadInBoundedTime() throws IOException {
        String entries =
                IntStream.range(0, 20).mapToObj(i -> "%04d" + (char) ('a' + i)).collect(Collectors.joining(","));
        StringBuilder rules = new StringBuilder();
        for (int rule = 0; rules.length() < SynonymFile.MAX_BYTES - 200; rule++) {
            rules.append(entries.replace("%04d", "%04x".formatted(rule))).append('\n');
        }
        long start = System.nanoTime();
        assertThat(rules(rules.toString()).alternatives("0007a")).hasSize(19);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void textThatIsNotUtf8IsRefusedWithItsLine() throws IOException {
        assertThat(problems(new byte[] {'a', ',', 'b', '\n', (byte) 0xe9, ',', 'c', '\n'}))
                .containsExactly("2:1 is not UTF-8");
    }

    @Test
    void aMissingFileIsAProblemOfTheDefinition() throws IOException {
        Path file = write(new byte[0]);
        Files.delete(directory.resolve("words.txt"));
        assertThatThrownBy(() -> new IndexDefinitionReader(Map.of()).readFile(file))
                .hasMessageContaining("t.yaml:3:")
                .hasMessageContaining("synonyms names a file that does not exist: " + directory.resolve("words.txt"));
    }

    @Test
    void anIndexDoesNotDependOnSynonymsNorStoreThem() throws IOException {
        IndexDefinition with = read("car, automobile\n");
        IndexDefinition without = new IndexDefinitionReader(Map.of())
                .readFile(Files.writeString(directory.resolve("t.yaml"), DEFINITION));
        assertThat(with).isNotEqualTo(without);
        assertThat(with.hash()).isEqualTo(without.hash());
        assertThat(DefinitionText.write(with)).isEqualTo(DefinitionText.write(without));
        assertThat(without.withSynonyms(with.options().synonyms())).isEqualTo(with);
        assertThat(DefinitionView.options(with)).containsEntry("synonyms", "words.txt (1 rule)");
        assertThat(DefinitionChange.between(without, with)).singleElement().satisfies(change -> {
            assertThat(change.setting()).isEqualTo("synonyms");
            assertThat(change.after()).contains("words.txt (1 rule)");
            assertThat(change.effect()).isEqualTo(DefinitionChange.Effect.AT_ONCE);
        });
        IndexDefinition edited = read("car, automobile, wagon\n");
        assertThat(DefinitionChange.between(with, edited)).hasSize(1);
    }
}
