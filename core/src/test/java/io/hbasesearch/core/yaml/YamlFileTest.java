/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YamlFileTest {
    private static final Setting<String> NAME = Setting.required("name", ValueType.text(), "what it is called");
    private static final Setting<Integer> COUNT =
            Setting.withDefault("count", ValueType.integer(1, 10, "rows"), "5", "how many");
    private static final Setting<Boolean> LOUD = Setting.withDefault("loud", ValueType.bool(), "false", "how loud");
    private static final Setting<Duration> PAUSE = Setting.withDefault(
            "pause", ValueType.duration(Duration.ofMillis(1), Duration.ofHours(1)), "2s", "how long");
    private static final Setting<Long> BUFFER =
            Setting.withDefault("buffer", ValueType.size(1, 1L << 30), "16MB", "how much");
    private static final Setting<List<String>> TAGS =
            Setting.withDefault("tags", ValueType.text().list(), "[a, b]", "labels");
    private static final Setting<Map<String, String>> EXTRA =
            Setting.withDefault("extra", ValueType.text().map(), "{}", "anything");
    private static final Setting<String> PASSWORD = Setting.optional(
            "password",
            ValueType.of("eight characters", text -> {
                        if (text.length() != 8) {
                            throw new IllegalArgumentException();
                        }
                        return text;
                    })
                    .secret(),
            "to be kept");
    private static final SettingGroup INNER =
            SettingGroup.of("inner", "more", COUNT, LOUD, PAUSE, BUFFER, TAGS, EXTRA, PASSWORD);
    private static final Setting<String> COLOUR = Setting.required("colour", ValueType.text(), "of the thing");
    private static final SettingGroup THINGS = SettingGroup.ofEach("things", "many", COLOUR);
    private static final SettingGroup ROOT = SettingGroup.root("all", List.of(NAME), List.of(INNER, THINGS));

    @TempDir
    Path directory;

    private final ConfigurationProblems problems = new ConfigurationProblems();

    private SettingValues read(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("test.yaml"), text);
        return YamlFile.read(file, ROOT, Map.of("SIZE", "7"), problems);
    }

    private List<String> problems() {
        return problems.list().stream()
                .map(problem ->
                        problem.toString().substring(directory.toString().length() + 1))
                .toList();
    }

    @Test
    void readsValuesAndFillsDefaultsIn() throws IOException {
        SettingValues values = read(
                """
                name: x y          # a comment
                inner:
                  count: ${SIZE}
                  loud: true
                  pause: 500ms
                  tags: single
                  extra: {a.b: 1, "c": two}
                things:
                  first: {colour: red}
                  second:
                    colour: "#00ff00"
                """);
        assertThat(problems()).isEmpty();
        assertThat(values.get(NAME)).isEqualTo("x y");
        SettingValues inner = values.group(INNER);
        assertThat(inner.get(COUNT)).isEqualTo(7);
        assertThat(inner.get(LOUD)).isTrue();
        assertThat(inner.get(PAUSE)).isEqualTo(Duration.ofMillis(500));
        assertThat(inner.get(BUFFER)).isEqualTo(16 << 20);
        assertThat(inner.get(TAGS)).containsExactly("single");
        assertThat(inner.get(EXTRA)).containsExactly(Map.entry("a.b", "1"), Map.entry("c", "two"));
        assertThat(inner.find(PASSWORD)).isEmpty();
        assertThat(inner.isWritten(COUNT)).isTrue();
        assertThat(inner.isWritten(BUFFER)).isFalse();
        assertThat(values.each(THINGS)).extracting(SettingValues::name).containsExactly("first", "second");
        assertThat(values.each(THINGS).get(1).get(COLOUR)).isEqualTo("#00ff00");
    }

    @Test
    void aGroupThatIsAbsentOrEmptyHasItsDefaults() throws IOException {
        assertThat(read("name: a").group(INNER).get(COUNT)).isEqualTo(5);
        assertThat(read("name: a\ninner:\n  # all commented out\n").group(INNER).get(TAGS))
                .containsExactly("a", "b");
        assertThat(problems()).isEmpty();
    }

    @Test
    void reportsEveryProblemAtOnceWithItsPlace() throws IOException {
        read(
                """
                nmae: x
                inner:
                  count: 11
                  loud: yes
                  pause: 2 weeks
                  buffer: [1MB]
                  tags: [ok, {a: b}]
                  password: secret
                  count: 3
                things:
                  first: {}
                  second: blue
                """);
        assertThat(problems())
                .containsExactly(
                        "test.yaml:1:1: name is missing: what it is called",
                        "test.yaml:1:1: nmae is not known; did you mean name? Accepted: name, inner, things",
                        "test.yaml:3:10: inner.count must be a whole number of rows from 1 to 10, not \"11\"",
                        "test.yaml:4:9: inner.loud must be true or false, not \"yes\"",
                        "test.yaml:5:10: inner.pause must be a duration from 1ms to 1h, with the unit ms, s, m, h or d,"
                                + " not \"2 weeks\"",
                        "test.yaml:6:11: inner.buffer must be a single value, not a list",
                        "test.yaml:7:14: inner.tags[1] must be a single value, not a mapping",
                        "test.yaml:8:13: inner.password must be eight characters",
                        "test.yaml:9:3: inner.count is there twice, first in line 3",
                        "test.yaml:11:10: things.first.colour is missing: of the thing",
                        "test.yaml:12:11: things.second must be a mapping of keys to values, not a single value");
    }

    @Test
    void anEmptyValueAndAnUndefinedVariableAreReportedWhereTheyStand() throws IOException {
        read("""
                name:
                inner:
                  tags: ["${NONE}"]
                """);
        assertThat(problems())
                .containsExactly(
                        "test.yaml:1:1: name has no value",
                        "test.yaml:3:10: inner.tags[0] refers to the environment variable NONE, which is not set:"
                                + " set it, or write ${NONE:-default}");
    }

    @Test
    void theExceptionListsEverythingAndSaysWhoMustAct() throws IOException {
        read("inner: [a]\n");
        assertThatThrownBy(problems::throwIfAny)
                .isInstanceOfSatisfying(ConfigurationException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
                    assertThat(e.problems()).hasSize(2);
                })
                .hasMessageContaining("2 problems")
                .hasMessageContaining("test.yaml:1:1: name is missing")
                .hasMessageContaining("test.yaml:1:8: inner must be a mapping");
    }

    @Test
    void filesThatAreNoYamlAreReported() throws IOException {
        read("name: [a\ninner: }");
        assertThat(problems())
                .singleElement()
                .asString()
                .startsWith("test.yaml:2:")
                .contains("this is not YAML");
    }

    @Test
    void severalDocumentsInAFileAreReported() throws IOException {
        read("name: a\n---\nname: b\n");
        assertThat(problems()).singleElement().asString().contains("this is not YAML");
    }

    @Test
    void controlCharactersAreReported() throws IOException {
        read("name: a\u0007b\n");
        assertThat(problems()).singleElement().asString().contains("the file is not YAML");
    }

    @Test
    void anEmptyFileLacksWhatIsRequired() throws IOException {
        read("# nothing\n");
        assertThat(problems()).containsExactly("test.yaml:1:1: name is missing: what it is called");
    }

    @Test
    void aFileThatIsAListIsReported() throws IOException {
        read("- a\n- b\n");
        assertThat(problems())
                .singleElement()
                .asString()
                .contains("the file must be a mapping of keys to values, not a list");
    }

    @Test
    void missingAndForeignFilesAreReported() throws IOException {
        YamlFile.read(directory.resolve("none.yaml"), ROOT, Map.of(), problems);
        Path latin = Files.write(directory.resolve("z.yaml"), "name: é".getBytes(ISO_8859_1));
        YamlFile.read(latin, ROOT, Map.of(), problems);
        assertThat(problems()).containsExactly("none.yaml: there is no such file", "z.yaml: the file is not in UTF-8");
    }

    @Test
    void aByteOrderMarkDoesNoHarm() throws IOException {
        assertThat(read("\uFEFFname: a\n").get(NAME)).isEqualTo("a");
        assertThat(problems()).isEmpty();
    }

    @Test
    void aliasesShareAValue() throws IOException {
        SettingValues values = read("name: &n shared\nthings:\n  a: {colour: *n}\n");
        assertThat(values.each(THINGS).get(0).get(COLOUR)).isEqualTo("shared");
    }

    @Test
    void theCallerReportsInTheSameWay() throws IOException {
        SettingValues values = read("name: a\ninner:\n  count: 3\nthings:\n  _x: {colour: red}\n");
        values.group(INNER).problem(COUNT, "is too small for a");
        values.group(INNER).problem(PASSWORD, "is needed when count is set");
        values.each(THINGS).get(0).problemWithName("must not begin with _");
        assertThat(problems())
                .containsExactly(
                        "test.yaml:3:3: inner.password is needed when count is set",
                        "test.yaml:3:10: inner.count is too small for a",
                        "test.yaml:5:3: things._x must not begin with _");
    }
}
