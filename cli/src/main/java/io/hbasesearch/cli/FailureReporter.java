/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import io.hbasesearch.cli.output.Console;
import io.hbasesearch.cli.output.Json;
import io.hbasesearch.core.config.Redaction;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reports a failure to the user on stderr. With JSON output the last line there is one object. Stateless. */
final class FailureReporter {
    private FailureReporter() {}

    /** @return the exit code */
    static int report(Throwable thrown, Console console, boolean debug) {
        Failure failure = Failure.of(thrown);
        if (debug) {
            console.error(Redaction.redact(stackTrace(thrown)));
        }
        return report(failure, console);
    }

    static int report(Failure failure, Console console) {
        String message = Redaction.redact(failure.message());
        if (console.format().isJson()) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("type", "exit_error");
            line.put("code", failure.exitCode());
            line.put("name", failure.name());
            line.put("error", message);
            failure.hint().ifPresent(hint -> line.put("hint", console.complete(hint)));
            console.error(Json.line(line));
        } else {
            console.error("error[" + failure.name() + "]: " + message);
            failure.hint().ifPresent(console::hint);
        }
        return failure.exitCode();
    }

    private static String stackTrace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString().stripTrailing();
    }
}
