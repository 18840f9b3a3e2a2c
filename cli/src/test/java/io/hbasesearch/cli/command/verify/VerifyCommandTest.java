/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.cli.output.Json;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.indexer.verify.VerifyReport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The commands that verify prints, as a user would run them. */
class VerifyCommandTest {
    private static final Optional<ByteArray> NOWHERE = Optional.empty();

    @Command(name = "hbase-search")
    static final class Root implements Runnable {
        @Option(names = "--config", scope = ScopeType.INHERIT)
        private String config = "";

        @Option(names = "--quiet", scope = ScopeType.INHERIT)
        private boolean quiet;

        @Override
        public void run() {}
    }

    @Test
    void theReportForProgramsStays() {
        VerifyReport report = new VerifyReport(
                "mail",
                new VerifyReport.Compared(1, 2, 3, 4, 5, 18),
                new VerifyReport.Differing(6, 7, 8, 9, 10, 15, List.of()),
                new VerifyReport.Rechecked(11, 12, 13, 14),
                new VerifyReport.Repaired(16, 17),
                at("k"),
                false,
                Duration.ofMillis(1_500));
        assertThat(Json.line(VerifyOutput.result(report, false).rows().get(0)))
                .isEqualTo("{\"index\":\"mail\",\"rows\":1,\"by_hash\":2,\"documents\":3,\"missing\":6,\"stale\":7,"
                        + "\"extra\":8,\"undecodable\":9,\"failed\":4,\"left_out\":5,\"repaired\":16,\"unrepaired\":17,"
                        + "\"unconfirmed\":10,\"settled\":11,\"busy\":12,\"pending\":13,\"behind\":14,\"placeless\":15,"
                        + "\"skipped\":18,\"complete\":false,\"seconds\":1.5,\"samples\":[]}");
    }

    @Test
    void goingOnTakesEveryOptionThatWasGiven() {
        VerifyCommand command = parsed(
                "--config",
                "my config.yaml",
                "verify",
                "mail",
                "--repair",
                "--dry-run",
                "--quiet",
                "--threads=2",
                "--samples",
                "3",
                "--repair-timeout",
                "5m",
                "--sample",
                "10%",
                "--hashes",
                "--rate",
                "100");
        assertThat(command.resume(at("row7")))
                .isEqualTo(
                        "Go on with: hbase-search verify mail --from=row7 --config 'my config.yaml' --repair --dry-run --quiet"
                                + " --threads 2 --samples 3 --repair-timeout 5m --sample 10% --hashes --rate 100");
    }

    @Test
    void resumeCommandKeepsTheEndAndTheStartIfNothingWasDone() {
        VerifyCommand command = parsed("verify", "mail", "--from", "6131", "--to", "6200", "--key-format", "hex");
        assertThat(command.resume(at("b")))
                .isEqualTo("Go on with: hbase-search verify mail --from=62 --to=6200 --key-format hex");
        assertThat(command.resume(NOWHERE))
                .isEqualTo("Go on with: hbase-search verify mail --from=6131 --to=6200 --key-format hex");
        assertThat(parsed("verify", "mail").resume(NOWHERE)).isEqualTo("Go on with: hbase-search verify mail");
    }

    @Test
    void aKeyThatAShellWouldTakeApartIsQuotedAndReadAgainAsItWas() {
        String key = "-a 'b' $c\\d\u0000";
        String printed = parsed("verify", "mail").resume(at(key));
        assertThat(printed).endsWith(" --from='\\x2Da \\x27b\\x27 $c\\x5Cd\\x00'");
        String option = printed.substring(printed.indexOf("--from")).replace("'", "");
        assertThat(parsed("verify", "mail", option).resume(NOWHERE)).isEqualTo(printed);
    }

    @Test
    void goingOnAppendsToTheReport() {
        String expected = "Go on with: hbase-search verify mail --from=b --report differences.ndjson --append";
        assertThat(parsed("verify", "mail", "--report", "differences.ndjson").resume(at("b")))
                .isEqualTo(expected);
        assertThat(parsed("verify", "mail", "--append", "--report", "differences.ndjson")
                        .resume(at("b")))
                .isEqualTo(expected);
    }

    @Test
    void whatNoTouchReachesIsNotRepairedOnceMore() {
        assertThat(parsed("verify", "mail", "--repair").healing(Reports.of(2, 2, 0)))
                .contains("by hand", "--report FILE")
                .doesNotContain("--repair");
        assertThat(parsed("verify", "mail").healing(Reports.of(2, 2, 0))).contains("by hand");
        assertThat(parsed("verify", "mail", "--repair").healing(Reports.of(5, 2, 3)))
                .contains("by hand");
        assertThat(parsed("verify", "mail", "--repair").healing(Reports.of(5, 2, 0)))
                .contains("hbase-search verify mail --repair");
        assertThat(parsed("verify", "mail", "--repair", "--dry-run").healing(Reports.of(5, 2, 0)))
                .startsWith("3 rows would be read again");
    }

    @Test
    void aCleanEndSaysWhatWasComparedAndHow() {
        assertThat(clean(Reports.of(0, 0, 0))).isEqualTo("Nothing differs between the table and index mail.");
        assertThat(clean(Reports.of(0, 0, 0), "--from", "a", "--to", "c"))
                .isEqualTo("Nothing differs between the table and index mail from a on before c.");
        assertThat(clean(Reports.busy(7), "--hashes"))
                .isEqualTo("Nothing differs between the table and index mail, by their stored hashes; 7 rows"
                        + " could not be compared, because they kept changing.");
        assertThat(clean(Reports.of(0, 0, 0), "--sample", "50", "--from", "a"))
                .startsWith("Nothing differs in 1000 rows of 1000 from a on. If differences are scattered");
    }

    @Test
    void theTableAndTheCsvHaveEveryFigureThatIsNoDetail() {
        assertThat(VerifyOutput.result(Reports.busy(7), false).columns())
                .contains(
                        "rows",
                        "documents",
                        "missing",
                        "settled",
                        "busy",
                        "pending",
                        "behind",
                        "unconfirmed",
                        "placeless");
        assertThat(VerifyOutput.result(Reports.busy(7), true).columns())
                .contains("repaired", "unrepaired", "settled", "busy", "pending", "behind", "unconfirmed", "placeless");
        assertThat(VerifyOutput.result(Reports.busy(7), true).rows().get(0)).containsEntry("busy", 7L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--samples=-1",
                "--rate=NaN",
                "--rate=-1",
                "--rate=Infinity",
                "--threads=0",
                "--threads=65",
                "--sample=0",
                "--sample=NaN",
                "--dry-run",
                "--append",
                "--key-format=octal"
            })
    void whatMakesNoSenseIsRefusedBeforeAnythingIsOpened(String option) {
        assertThatThrownBy(() -> parsed("verify", "mail", option).call())
                .isInstanceOf(CommandLine.ParameterException.class)
                .hasMessageContaining(option.split("=")[0]);
    }

    private static String clean(io.hbasesearch.indexer.verify.VerifyReport report, String... options) {
        List<String> arguments = new ArrayList<>(List.of("verify", "mail"));
        arguments.addAll(List.of(options));
        return parsed(arguments.toArray(String[]::new)).clean(report);
    }

    private static Optional<ByteArray> at(String key) {
        return Optional.of(ByteArray.utf8(key));
    }

    private static VerifyCommand parsed(String... arguments) {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
        VerifyCommand command =
                new VerifyCommand(new Session(new ByteArrayInputStream(new byte[0]), nowhere, nowhere, Map.of()));
        new CommandLine(new Root()).addSubcommand("verify", command).parseArgs(arguments);
        return command;
    }
}
