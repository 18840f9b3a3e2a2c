/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.cli.output.Json;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Runs the command {@code hbase-search verify} inside this process. Stateless. */
final class Verification {
    private Verification() {}

    /** @return the command's result in words; throws an AssertionError if anything differs or nothing was compared */
    static String run(Session session, Quickstart quickstart, String index) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Session captured = new Session(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                session.environment());
        int code = session.program()
                .run(
                        captured,
                        "verify",
                        index,
                        "--config",
                        quickstart.configFile().toString(),
                        "-o",
                        "ndjson",
                        "--quiet");
        String text = out.toString(StandardCharsets.UTF_8).strip();
        if (code != ExitCode.DONE) {
            throw new AssertionError("verify ended with " + code + ": " + text + " "
                    + err.toString(StandardCharsets.UTF_8).strip());
        }
        JsonNode report = Json.read(text);
        long rows = report.path("rows").asLong();
        if (rows == 0
                || report.path("missing").asLong(-1) != 0
                || report.path("stale").asLong(-1) != 0
                || report.path("extra").asLong(-1) != 0) {
            throw new AssertionError("verify reports " + text);
        }
        return rows + " rows: 0 missing, 0 stale, 0 extra";
    }
}
