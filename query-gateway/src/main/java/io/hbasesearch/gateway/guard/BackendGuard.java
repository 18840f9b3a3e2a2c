/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.guard;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.hbasesearch.core.concurrent.NamedThreads;
import io.hbasesearch.core.config.GatewayResilience;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.http.UserFacingException;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Protects requests from one remote system. It enforces the deadline even if a client library does not, stops calling what keeps failing,
 * and limits both the calls per second and the calls that can hang in it. Each part of the system (an index or a table) has its own
 * breaker, so that a disabled table does not block all others. Owns the threads of the calls. Safe for use by several threads.
 */
public final class BackendGuard implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BackendGuard.class);
    private static final Duration IDLE_THREAD = Duration.ofSeconds(30);

    private final String backend;
    private final Duration patience;
    private final Duration openFor;
    private final CircuitBreakerConfig breakerConfig;
    private final Metrics metrics;
    private final Map<String, PartBreaker> breakers = new ConcurrentHashMap<>();
    private final Rates rates;
    private final ThreadPoolExecutor calls;

    /**
     * @param backend its name in messages and metrics
     * @param patience calls that were given at least this long and timed out count as failures; with less, see {@link PartBreaker}
     */
    public BackendGuard(
            String backend, Duration patience, Bounds bounds, GatewayResilience.Breaker breaker, Metrics metrics) {
        this(backend, patience, bounds, breaker, metrics, new NamedThreads("gateway-" + backend));
    }

    /** @param factory creates the threads that make the calls */
    BackendGuard(
            String backend,
            Duration patience,
            Bounds bounds,
            GatewayResilience.Breaker breaker,
            Metrics metrics,
            ThreadFactory factory) {
        this.backend = backend;
        this.patience = patience;
        this.openFor = breaker.openFor();
        this.breakerConfig = breakerConfig(breaker);
        this.metrics = metrics;
        this.rates = new Rates(bounds.perSecond());
        this.calls = new ThreadPoolExecutor(
                0, bounds.atOnce(), IDLE_THREAD.toMillis(), TimeUnit.MILLISECONDS, new SynchronousQueue<>(), factory);
    }

    /**
     * Limits of the calls to a backend.
     *
     * @param atOnce calls of all parts together
     * @param perSecond calls of each part; 0 for no limit
     */
    public record Bounds(int atOnce, int perSecond) {
        /** @param calls at once; 0 for as many as are admitted */
        public static Bounds of(int calls, int perSecond, int admitted) {
            return new Bounds(calls == 0 ? admitted : calls, perSecond);
        }

        /** Returns how many of the concurrent calls may be long ones; the others stay available to short calls. */
        public int atOnceOfLongOnes() {
            return Math.max(1, atOnce * 3 / 4);
        }
    }

    private PartBreaker breaker(String part) {
        return breakers.computeIfAbsent(part, this::newBreaker);
    }

    private PartBreaker newBreaker(String part) {
        CircuitBreaker breaker = CircuitBreaker.of(backend + ":" + part, breakerConfig);
        breaker.getEventPublisher()
                .onStateTransition(event -> LOG.warn(
                        "The circuit breaker of {} {} went from {} to {}",
                        backend,
                        part,
                        event.getStateTransition().getFromState(),
                        event.getStateTransition().getToState()));
        metrics.gauge(
                "hbase_search_gateway_circuit_breaker_open",
                "1 while requests are rejected because this part of a backend keeps failing.",
                breaker,
                each -> each.getState() == CircuitBreaker.State.OPEN ? 1 : 0,
                "backend",
                backend,
                "part",
                part);
        return new PartBreaker(breaker, patience);
    }

    private static CircuitBreakerConfig breakerConfig(GatewayResilience.Breaker breaker) {
        return CircuitBreakerConfig.custom()
                .slidingWindowType(CircuitBreakerConfig.SlidingWindowType.COUNT_BASED)
                .slidingWindowSize(breaker.window())
                .minimumNumberOfCalls(breaker.minimumCalls())
                .failureRateThreshold(breaker.failurePercent())
                .waitDurationInOpenState(breaker.openFor())
                .permittedNumberOfCallsInHalfOpenState(breaker.probes())
                // Without this, a gateway that is not ready gets no requests, and so would never become ready.
                .automaticTransitionFromOpenToHalfOpenEnabled(true)
                .writableStackTraceEnabled(false)
                .build();
    }

    /**
     * Makes a call on a thread of this guard and waits for its result.
     *
     * @param part of the backend that is called, by the name that messages show; the number of parts must be bounded
     * @param allowance how long to wait
     * @throws HBaseSearchException what the work threw, or TIMED_OUT
     * @throws ProblemException 503 if the breaker is open, the backend has no free thread, or the calls per second are used up
     */
    public <T> T call(String part, Duration allowance, Supplier<T> work) {
        PartBreaker breaker = breaker(part);
        if (!breaker.allows()) {
            refused("open");
            throw leftAlone(part);
        }
        if (!rates.allows(part)) {
            breaker.forget();
            refused("rate");
            throw tooOften(part);
        }
        long start = breaker.begin();
        Future<T> call;
        try {
            call = calls.submit(Context.current().wrap((Callable<T>) work::get));
        } catch (RejectedExecutionException e) {
            breaker.forget();
            refused("full");
            throw stuck(e);
        } catch (Error e) {
            // No thread could be created, so the call has no outcome for the breaker to wait for.
            breaker.forget();
            throw e;
        }
        return await(breaker, call, start, allowance);
    }

    /** Runs work in the background; does not run it if no thread is free. */
    public void callLater(Runnable work) {
        try {
            var unused = calls.submit(work);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // The error means that no thread could be created. The caller does other work, which must not fail because
            // of this.
            LOG.debug("{} has no free thread for background work", backend, e);
        }
    }

    private <T> T await(PartBreaker breaker, Future<T> call, long start, Duration allowance) {
        try {
            T result = call.get(allowance.toNanos(), TimeUnit.NANOSECONDS);
            breaker.succeeded(start);
            return result;
        } catch (TimeoutException e) {
            // Does not interrupt: an interrupt would close files that Lucene reads through channels.
            call.cancel(false);
            throw failed(breaker, timedOut(allowance, e), start, allowance);
        } catch (ExecutionException e) {
            throw failed(breaker, e.getCause(), start, allowance);
        } catch (CancellationException e) {
            breaker.forget();
            throw e;
        } catch (InterruptedException e) {
            call.cancel(false);
            breaker.forget();
            Thread.currentThread().interrupt();
            throw new UserFacingException(
                    ErrorCode.SERVER_UNREACHABLE, "the gateway is stopping", "Try again in a moment.", e);
        }
    }

    private RuntimeException failed(PartBreaker breaker, Throwable failure, long start, Duration allowance) {
        breaker.failed(failure, start, allowance);
        if (failure instanceof RuntimeException known) {
            return known;
        }
        if (failure instanceof Error fatal) {
            throw fatal;
        }
        return new IllegalStateException(failure);
    }

    /** Tells whether calls to this part are rejected now. */
    public boolean isOpen(String part) {
        PartBreaker breaker = breakers.get(part);
        return breaker != null && breaker.isOpen();
    }

    private void refused(String reason) {
        metrics.counter(
                        "hbase_search_gateway_refused_calls_total",
                        "Calls that were not made because the circuit breaker was open or a limit was reached.",
                        "backend",
                        backend,
                        "reason",
                        reason)
                .increment();
    }

    private ProblemException tooOften(String part) {
        return new ProblemException(ProblemDocument.of(
                        503,
                        ErrorCode.THROTTLED,
                        backend + " " + part + " was asked " + rates.perSecond() + " times in this second, which is"
                                + " the configured limit",
                        "Try again in a second, or raise the limit in gateway.backends.")
                .retryAfter(Rates.PERIOD));
    }

    private HBaseSearchException timedOut(Duration allowance, Throwable cause) {
        return new UserFacingException(
                ErrorCode.TIMED_OUT,
                backend + " did not answer within " + allowance.toMillis() + " ms",
                "Ask for less, or allow more time with timeout.",
                cause);
    }

    private ProblemException leftAlone(String part) {
        return new ProblemException(ProblemDocument.of(
                        503,
                        ErrorCode.SERVER_UNREACHABLE,
                        backend + " " + part + " failed repeatedly, so calls to it are paused for a few seconds",
                        "See /health for the reason.")
                .retryAfter(openFor));
    }

    private ProblemException stuck(Throwable cause) {
        return new BackendFullException(
                backend + " has not finished earlier calls, so it accepts no more", "Try again in a moment.", cause);
    }

    /** Leaves calls that still hang behind on daemon threads. */
    @Override
    public void close() {
        calls.shutdown();
    }
}
