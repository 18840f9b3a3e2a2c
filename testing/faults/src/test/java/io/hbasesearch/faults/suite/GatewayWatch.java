/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.faults.Expected;
import io.hbasesearch.faults.fault.GatewayAnswers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Asks the gateway all the time, and sorts what it says: an answer, an answer that says what it lacks, a problem document, or a
 * lie. The table is never empty while it is asked, so a search for everything that finds nothing and says nothing of a cut is a
 * lie; so is a gateway that does not answer well after its own deadline. One thread of its own; its counts may be read by any.
 */
final class GatewayWatch implements GatewayAnswers, AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(500);
    /** The gateway's own deadline is far less, but a busy machine may let it run late; what never comes is what counts. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** Short enough that a backend which is silent for seconds is one that did not answer. */
    private static final String DEADLINE = "2s";

    private static final int PAGE = 100;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final ObjectMapper json = new ObjectMapper();
    private final String search;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;
    private final AtomicInteger whole = new AtomicInteger();
    private final AtomicInteger flagged = new AtomicInteger();
    private final AtomicInteger problems = new AtomicInteger();
    private final List<String> lies = new ArrayList<>(); // of the thread until it has ended

    GatewayWatch(String gateway, String index) {
        search = gateway + "/v1/indexes/" + index + "/search?highlight=false";
        thread = new Thread(this::run, "gateway-watch");
        thread.setDaemon(true);
    }

    /** Waits for a first whole answer with hits, then begins. */
    void start(Duration limit) throws InterruptedException {
        long begin = System.nanoTime();
        while (whole.get() == 0) {
            lies.clear();
            ask();
            if (System.nanoTime() - begin > limit.toNanos()) {
                throw new IllegalStateException("the gateway finds nothing before any fault: " + lies);
            }
            stop.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        }
        problems.set(0);
        flagged.set(0);
        lies.clear();
        thread.start();
    }

    @Override
    public int whole() {
        return whole.get();
    }

    @Override
    public int lacking() {
        return flagged.get() + problems.get();
    }

    /** What the gateway said that was wrong. Stops the watch: when this returns, nobody asks any more. */
    List<String> lies() throws InterruptedException {
        close();
        if (thread.isAlive()) {
            return List.of("the gateway has not answered for more than " + PATIENCE);
        }
        return List.copyOf(lies);
    }

    String summary() {
        return whole + " whole answers, " + flagged + " that said what they lack, " + problems + " problem documents";
    }

    private void run() {
        try {
            while (!stop.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                ask();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void ask() throws InterruptedException {
        try {
            judge(get("&size=5&timeout=" + DEADLINE));
        } catch (IOException e) {
            lies.add("no answer: " + e);
        }
    }

    private HttpResponse<String> get(String parameters) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(search + parameters))
                .timeout(PATIENCE)
                .build();
        return http.send(request, BodyHandlers.ofString());
    }

    private void judge(HttpResponse<String> answer) throws IOException {
        JsonNode body = json.readTree(answer.body());
        if (answer.statusCode() != 200) {
            if (body.path("title").isMissingNode()) {
                lies.add("status " + answer.statusCode() + " without a problem document");
            }
            problems.incrementAndGet();
        } else if (lacks(body)) {
            flagged.incrementAndGet();
        } else if (body.path("hits").isEmpty()) {
            lies.add("nothing found, and no word of anything missing: total " + body.path("total"));
        } else {
            whole.incrementAndGet();
        }
    }

    private static boolean lacks(JsonNode body) {
        return body.path("partial").asBoolean()
                || !body.path("complete").asBoolean(true)
                || body.path("timed_out").asBoolean()
                || body.path("stale_dropped").asInt() > 0;
    }

    /**
     * Once writes have stopped and the index has converged: waits until the gateway answers without lacking anything, and
     * compares what it says with the rows. What is wrong with the last answer when the time is over.
     */
    List<String> awaitTruth(Expected expected, Duration limit) {
        AtomicReference<List<String>> wrong =
                new AtomicReference<>(List.of("the gateway has not answered within " + limit));
        try {
            Awaitility.await().atMost(limit).pollInterval(PAUSE).until(() -> {
                wrong.set(compare(expected));
                return wrong.get().isEmpty();
            });
        } catch (ConditionTimeoutException e) {
            // What is wrong says more.
        }
        return wrong.get();
    }

    private List<String> compare(Expected expected) throws InterruptedException {
        try {
            HttpResponse<String> answer = get("&size=" + PAGE);
            JsonNode body = json.readTree(answer.body());
            if (answer.statusCode() != 200 || lacks(body)) {
                return List.of("the gateway has not recovered: " + answer.statusCode() + " " + answer.body());
            }
            return new AnsweredPage(body, PAGE).differences(expected);
        } catch (IOException e) {
            return List.of("the gateway does not answer: " + e);
        }
    }

    @Override
    public void close() throws InterruptedException {
        stop.countDown();
        thread.join(PATIENCE.plusSeconds(5).toMillis());
    }
}
