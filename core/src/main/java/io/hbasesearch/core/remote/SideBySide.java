/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.remote;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Asks many servers the same thing side by side, with one deadline for all: one after the other, a rack that is down would cost its
 * servers' timeouts added up. Stateless; the threads end with the call.
 */
public final class SideBySide {
    /** Answers are small; a site of a thousand servers must not cost a thousand threads. */
    private static final int AT_ONCE = 32;

    private SideBySide() {}

    /**
     * The answers, in the order of those who were asked.
     *
     * @param limit the most that all of it may take
     * @param question asked in other threads, at once of up to 32; interrupted when the time is over
     * @param late what stands for the answer of one that did not give it in time
     * @throws RuntimeException as the first question that failed has thrown it
     */
    public static <S, T> List<T> ask(List<S> whom, Duration limit, Function<S, T> question, Function<S, T> late)
            throws InterruptedException {
        if (whom.isEmpty()) {
            return List.of();
        }
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(AT_ONCE, whom.size()), SideBySide::thread);
        try {
            List<Callable<T>> questions = new ArrayList<>();
            whom.forEach(each -> questions.add(() -> question.apply(each)));
            List<Future<T>> asked = threads.invokeAll(questions, limit.toMillis(), TimeUnit.MILLISECONDS);
            List<T> answers = new ArrayList<>();
            for (int i = 0; i < asked.size(); i++) {
                answers.add(asked.get(i).isCancelled() ? late.apply(whom.get(i)) : done(asked.get(i)));
            }
            return List.copyOf(answers);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "hbase-search-side-by-side");
        // One that does not heed its interrupt must not keep the process.
        thread.setDaemon(true);
        return thread;
    }

    private static <T> T done(Future<T> answer) throws InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
    }
}
