/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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

/**
 * Asks the gateway all the time, and sorts what it says: an answer, an answer that says what it lacks, a problem document, or a
 * lie. The table is never empty while it is asked, so a search for everything that finds nothing and says nothing of a cut is a
 * lie; so is a gateway that does not answer well after its own deadline. One thread; one use.
 */
final class GatewayWatch implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(500);
    /** The gateway's own deadline is 10 s, but a busy machine may let it run late; what never comes is what counts. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final ObjectMapper json = new ObjectMapper();
    private final URI everything;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;
    private int whole; // of the thread until it has ended
    private int flagged; // of the thread until it has ended
    private int problems; // of the thread until it has ended
    private final List<String> lies = new ArrayList<>(); // of the thread until it has ended

    GatewayWatch(String gateway, String index) {
        everything = URI.create(gateway + "/v1/indexes/" + index + "/search?size=5&highlight=false");
        thread = new Thread(this::run, "gateway-watch");
        thread.setDaemon(true);
    }

    /** Waits for a first whole answer with hits, then begins. */
    void start(Duration limit) throws InterruptedException {
        long begin = System.nanoTime();
        while (whole == 0) {
            lies.clear();
            ask();
            if (System.nanoTime() - begin > limit.toNanos()) {
                throw new IllegalStateException("the gateway finds nothing before any fault: " + lies);
            }
            stop.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        }
        problems = 0;
        flagged = 0;
        lies.clear();
        thread.start();
    }

    /** What the gateway said that was wrong. Stops the watch. */
    List<String> lies() throws InterruptedException {
        close();
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
            judge(http.send(HttpRequest.newBuilder(everything).timeout(PATIENCE).build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            lies.add("no answer: " + e);
        }
    }

    private void judge(HttpResponse<String> answer) throws IOException {
        JsonNode body = json.readTree(answer.body());
        if (answer.statusCode() != 200) {
            if (body.path("title").isMissingNode()) {
                lies.add("status " + answer.statusCode() + " without a problem document");
            }
            problems++;
        } else if (body.path("partial").asBoolean()
                || body.path("timed_out").asBoolean()
                || body.path("stale_dropped").asInt() > 0) {
            flagged++;
        } else if (body.path("hits").isEmpty()) {
            lies.add("nothing found, and no word of anything missing: total " + body.path("total"));
        } else {
            whole++;
        }
    }

    @Override
    public void close() throws InterruptedException {
        stop.countDown();
        thread.join(PATIENCE.plusSeconds(5).toMillis());
    }
}
