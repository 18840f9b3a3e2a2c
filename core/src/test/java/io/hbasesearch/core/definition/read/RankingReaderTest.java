/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.definition.value.ScoreFunction;
import io.hbasesearch.core.definition.value.Scoring;
import io.hbasesearch.core.yaml.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankingReaderTest {
    private static final String FIELDS =
            """
            table: t
            fields:
              title: {column: "d:t", type: text}
              day:   {column: "d:d", type: date}
              views: {column: "d:v", type: long}
              price: {column: "d:p", type: double}
            """;

    @TempDir
    Path directory;

    private IndexDefinition read(String ranking) throws IOException {
        Path file = Files.writeString(directory.resolve("t.yaml"), FIELDS + ranking);
        return new IndexDefinitionReader(Map.of()).readFile(file);
    }

    @Test
    void aDefinitionHasATieAndFunctions() throws IOException {
        IndexDefinition definition = read(
                """
                ranking:
                  tie: 0.3
                  functions:
                    - recency:    {field: day, halfLife: 30d, weight: 2}
                    - log:        {field: views, pivot: 100}
                    - saturation: {field: price, at: 9.5, weight: 0.5}
                """);

        assertThat(definition.options().ranking())
                .isEqualTo(new Scoring(
                        0.3f,
                        List.of(
                                new ScoreFunction.Recency("day", Duration.ofDays(30), 2),
                                new ScoreFunction.Logarithm("views", 100, 1),
                                new ScoreFunction.Saturation("price", 9.5, 0.5f))));
        assertThat(DefinitionText.read("t", DefinitionText.write(definition))).isEqualTo(definition);
        assertThat(read("").options().ranking()).isEqualTo(Scoring.DEFAULT);
        assertThat(DefinitionText.write(read(""))).doesNotContain("ranking");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "tie: 1.5 | ranking.tie must be a number from 0 to 1, not \"1.5\"",
                "functions: recency | ranking.functions",
                "functions: [{recency: {field: day}}] | has at /0/recency: 'halfLife' is missing: it is a duration from 1s to 36500d",
                "functions: [{recency: {field: day, halfLife: soon}}] | has at /0/recency/halfLife: 'halfLife' must be a duration",
                "functions: [{recency: {field: dya, halfLife: 1d}}] | has at /0/recency/field: no field dya. Did you mean 'day'?",
                "functions: [{recency: {field: views, halfLife: 1d}}] | recency needs a date field, and views is of type long. Known: day.",
                "functions: [{log: {field: title, pivot: 1}}] | log needs a field of type int, long, float or double, and title is of type text. Known: views, price.",
                "functions: [{log: {field: views, pivot: 0}}] | has at /0/log/pivot: 'pivot' must be a number from 0.000001",
                "functions: [{log: {field: views}}] | has at /0/log: 'pivot' is missing",
                "functions: [{log: {pivot: 1}}] | has at /0/log: 'field' is missing",
                "functions: [{saturation: {field: price, at: 1, weigth: 2}}] | unknown member 'weigth'. Did you mean 'weight'?",
                "functions: [{saturation: {field: price, at: 1, weight: 101}}] | has at /0/saturation/weight: 'weight' must be a number from 0.001 to 100",
                "functions: [{log: {field: views, pivot: 1}}, {sqrt: {}}] | has at /1/sqrt: unknown function 'sqrt'. Known: recency, log, saturation.",
                "functions: [{log: {field: views, pivot: 1}, recency: {}}] | has at /0: must have one member",
                "ties: 0.5 | did you mean tie?",
            })
    void whatIsWrongIsSaidWithAHint(String setting, String message) {
        assertThatThrownBy(() -> read("ranking: {" + setting + "}\n"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(message);
    }

    @Test
    void functionsAreFew() {
        String nine = "{log: {field: views, pivot: 1}}, ".repeat(9);
        assertThatThrownBy(() -> read("ranking: {functions: [" + nine + "]}\n"))
                .hasMessageContaining("has 9 functions, at most 8 are allowed");
    }

    @Test
    void aFieldThatCouldNotBeReadIsReportedOnce() {
        assertThatThrownBy(
                        () -> read(
                                "  broken: {column: \"d:b\", type: lang}\nranking: {functions: [{log: {field: broken, pivot: 1}}]}\n"))
                .hasMessageContaining("lang")
                .satisfies(problem -> assertThat(problem.getMessage()).doesNotContain("no field broken"));
    }
}
