/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.cli.output.Console;
import io.hbasesearch.cli.output.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Collects and prints the results of a self-check, line by line. For one thread. */
final class CheckReport {
    private final Console console;
    private final BooleanSupplier stopped;
    private final List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    private final Map<String, Object> measured = new LinkedHashMap<>();
    private int failed;

    /** @param stopped whether a signal ends the run */
    CheckReport(Console console, BooleanSupplier stopped) {
        this.console = console;
        this.stopped = stopped;
    }

    /** One assertion: returns a few words about its observation, or throws if it does not hold. */
    @FunctionalInterface
    interface Assertion {
        String verify() throws Exception;
    }

    /**
     * Runs an assertion. Continues after a failure, so that one run shows every problem.
     *
     * @throws InterruptedException if a signal ended it, whatever it has thrown: it found no problem
     */
    void check(String name, Assertion assertion) throws InterruptedException {
        long began = System.nanoTime();
        try {
            String detail = assertion.verify();
            add(name, true, detail, began);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | AssertionError e) {
            if (stopped.getAsBoolean()) {
                throw new InterruptedException("a signal ended '" + name + "'");
            }
            failed++;
            add(name, false, e.getMessage() == null ? e.toString() : e.getMessage(), began);
        }
    }

    private void add(String name, boolean ok, String detail, long began) {
        double seconds = (System.nanoTime() - began) / 1e9;
        rows.add(Result.row("check", name, "ok", ok, "detail", detail, "seconds", Math.round(seconds * 10) / 10.0));
        console.info(String.format(Locale.ROOT, "  %-6s %s: %s (%.1f s)", ok ? "ok" : "FAILED", name, detail, seconds));
    }

    /** Adds a number to the summary. */
    void measured(String name, Object value) {
        measured.put(name, value);
    }

    Object measured(String name) {
        return measured.getOrDefault(name, "unknown");
    }

    int passed() {
        return rows.size() - failed;
    }

    int failed() {
        return failed;
    }

    Result result() {
        return new Result("checks", measured, List.of("check", "ok", "seconds", "detail"), rows);
    }
}
