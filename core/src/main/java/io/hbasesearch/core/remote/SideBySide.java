/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.remote;

import io.hbasesearch.core.concurrent.NamedThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Sends the same request to many servers concurrently, with one deadline for all. In sequence, a rack that is down would cost the sum
 * of its servers' timeouts. Stateless; the threads end with the call.
 */
public final class SideBySide {
    /** The most concurrent requests. Responses are small, and a site of a thousand servers must not need a thousand threads. */
    private static final int AT_ONCE = 32;

    private SideBySide() {}

    /**
     * Returns the responses, in the order of the servers.
     *
     * @param limit the time limit for all requests
     * @param question called in other threads, up to 32 at once; interrupted when the time is over
     * @param late gives the result for a server that did not respond in time
     * @throws RuntimeException of the first call that failed
     */
    public static <S, T> List<T> ask(List<S> whom, Duration limit, Function<S, T> question, Function<S, T> late)
            throws InterruptedException {
        if (whom.isEmpty()) {
            return List.of();
        }
        ExecutorService threads = new NamedThreads("hbase-search-side-by-side").pool(Math.min(AT_ONCE, whom.size()));
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

    private static <T> T done(Future<T> answer) throws InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
    }
}
