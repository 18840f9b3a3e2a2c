/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.benchmarks.harness.Scenario;
import io.hbasesearch.benchmarks.harness.Server;
import io.hbasesearch.benchmarks.scenario.Scenarios;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What can be said of a command line without measuring anything. */
class BenchmarksTest {
    private final StringWriter errors = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new Benchmarks()).setErr(new PrintWriter(errors)).execute(arguments);
    }

    @Test
    void aScenarioThatSharesAllCoresIsNotSeparated() {
        assertThat(run("hot-row", "--separate")).isEqualTo(2);
        assertThat(errors.toString())
                .contains("--separate is not for hot-row", "It is for: reindex-elasticsearch, ", "put-overhead");
    }

    @Test
    void anUnknownScenarioIsRefusedWithTheNamesOfAll() {
        assertThat(run("reindex")).isEqualTo(2);
        assertThat(errors.toString()).contains("there is no scenario 'reindex'", "hot-row");
    }

    @Test
    void whoHasACoreAloneIsWhoTheScenarioIsNotAbout() {
        assertThat(Scenarios.ALL.stream()
                        .filter(Scenario::canSeparate)
                        .collect(Collectors.toMap(Scenario::name, Scenario::alone)))
                .containsEntry("catch-up", List.of(Server.ELASTICSEARCH))
                .containsEntry("search-elasticsearch", List.of(Server.HBASE, Server.ELASTICSEARCH))
                .containsEntry("search-lucene", List.of(Server.HBASE))
                .containsEntry("put-overhead", List.of(Server.HBASE))
                .containsEntry("index-lucene", List.of(Server.values()))
                .hasSize(10)
                .doesNotContainKeys("endpoint", "memory-endpoint", "scale-reindex");
    }

    @Test
    void theCommandIsAsGivenButForPlacesOnThisMachine() {
        assertThat(Benchmarks.command("", List.of("endpoint", "--reports", "/some/where", "--rounds", "3", "--quick")))
                .isEqualTo("benchmarks/run endpoint --rounds 3 --quick");
        assertThat(Benchmarks.command("", List.of("--reports=/some/where", "endpoint")))
                .isEqualTo("benchmarks/run endpoint");
        assertThat(Benchmarks.command(" -Xmx4g  -Djava.io.tmpdir=/some/where ", List.of("endpoint")))
                .isEqualTo("HBASE_SEARCH_OPTS='-Xmx4g' benchmarks/run endpoint");
    }
}
