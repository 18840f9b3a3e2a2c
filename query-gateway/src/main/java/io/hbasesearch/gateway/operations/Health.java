/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.operations;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.concurrent.NamedThreads;
import io.hbasesearch.core.spi.CheckResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Checks the health of every component. Each component has at most one check running, however many callers ask, and a check that does not
 * answer in time counts as failed: a probe neither hangs nor accumulates. Owns its threads. Safe for use by several threads.
 */
public final class Health implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Supplier<Map<String, Supplier<CheckResult>>> components;
    private final Duration patience;
    private final Map<String, CompletableFuture<CheckResult>> running = new ConcurrentHashMap<>();
    private final ExecutorService threads;

    /** @param components name to check, called for each report, because components come and go */
    public Health(Supplier<Map<String, Supplier<CheckResult>>> components) {
        this(components, PATIENCE);
    }

    Health(Supplier<Map<String, Supplier<CheckResult>>> components, Duration patience) {
        this.components = Objects.requireNonNull(components, "components");
        this.patience = patience;
        // Each component has at most one check running, so their number bounds the threads.
        this.threads = new NamedThreads("health-check").growingPool();
    }

    /** Runs all checks. Takes as long as the slowest one, at most about two seconds. Never throws because of a component. */
    public HealthReport report() {
        Map<String, CompletableFuture<CheckResult>> asked = new LinkedHashMap<>();
        components.get().forEach((name, check) -> asked.put(name, ask(name, check)));
        Deadline deadline = Deadline.after(patience);
        Map<String, HealthReport.Component> answers = new LinkedHashMap<>();
        asked.forEach((name, answer) -> answers.put(name, HealthReport.Component.of(await(answer, deadline))));
        return HealthReport.of(answers);
    }

    private CompletableFuture<CheckResult> ask(String name, Supplier<CheckResult> check) {
        CompletableFuture<CheckResult> answer = new CompletableFuture<>();
        CompletableFuture<CheckResult> earlier = running.putIfAbsent(name, answer);
        if (earlier != null) {
            return earlier;
        }
        try {
            threads.execute(() -> run(name, check, answer));
        } catch (RejectedExecutionException e) {
            running.remove(name, answer);
            answer.complete(CheckResult.failed("this process is stopping"));
        }
        return answer;
    }

    private void run(String name, Supplier<CheckResult> check, CompletableFuture<CheckResult> answer) {
        CheckResult result;
        try {
            result = check.get();
        } catch (Throwable e) {
            running.remove(name, answer);
            answer.completeExceptionally(e);
            return;
        }
        // Remove it before completing: a caller that asks afterwards must not get the earlier result.
        running.remove(name, answer);
        answer.complete(result);
    }

    private CheckResult await(CompletableFuture<CheckResult> answer, Deadline deadline) {
        try {
            return answer.get(deadline.leftMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return CheckResult.failed("the check did not answer within " + patience.toMillis() + " ms");
        } catch (ExecutionException e) {
            return CheckResult.failed(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return CheckResult.failed("the check was interrupted");
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
