/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Requests that nobody would write, to a gateway that listens, over an embedded index: each gets an answer or a problem that blames
 * the caller, in time, and nothing of it stays in memory.
 */
class FuzzTest {
    private static final long SEED = Long.getLong("gateway.fuzz.seed", 20_261_123);
    private static final int REQUESTS = Integer.getInteger("gateway.fuzz.requests", 1_000_000);
    // So few that everybody's build has time for them; the faults' profile sends the million.
    private static final int FEW = 5_000;
    private static final int CLIENTS = 4;
    private static final double MOST_GROWTH = 1.1;
    private static final Duration HANG = Duration.ofSeconds(15);
    private static final Pattern NEXT = Pattern.compile("\"(?:next|cursor|previous)\":\\s*\"([^\"]+)\"");

    private static final int MOST_FAULTS = 20;

    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final Map<Integer, LongAdder> statuses = new ConcurrentSkipListMap<>();
    private final List<FuzzRequests> requests = new ArrayList<>();
    private Path directory;
    private FuzzedGateway gateway;

    @BeforeEach
    void start() throws Exception {
        directory = Files.createTempDirectory("gateway-fuzz");
        gateway = new FuzzedGateway(directory);
        for (int i = 0; i < CLIENTS; i++) {
            requests.add(new FuzzRequests(SEED + i));
        }
    }

    @AfterEach
    void close() throws IOException {
        gateway.close();
        FuzzedGateway.delete(directory);
    }

    @Test
    void noRequestIsTheGatewaysFault() throws Exception {
        send(FEW);

        assertThat(statuses.keySet()).as("%s", statuses).contains(200, 400, 404, 405, 413, 415, 431);
        assertThat(statuses.get(200).sum()).as("%s", statuses).isGreaterThan(FEW / 10);
    }

    @Test
    @OnlyWithFaults
    void aMillionRequestsLeaveNothingBehind() throws Exception {
        int first = REQUESTS / 10;
        send(first);
        long early = LiveSet.bytes();
        long began = System.nanoTime();
        send(REQUESTS - first);
        long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
        long late = LiveSet.bytes();

        System.out.printf(
                "seed %d: live set %,d bytes after %,d requests, %,d after %,d (%.3f x); %,d s between; answers %s%n",
                SEED, early, first, late, REQUESTS, (double) late / early, seconds, statuses);
        assertThat((double) late / early).isLessThanOrEqualTo(MOST_GROWTH);
    }

    private void send(int count) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (FuzzRequests each : requests) {
                done.add(clients.submit(() -> send(each, count / CLIENTS)));
            }
            for (Future<?> each : done) {
                each.get();
            }
            assertThat(faults).as("seed %d", SEED).isEmpty();
        } finally {
            clients.shutdownNow();
        }
    }

    private Void send(FuzzRequests made, int count) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port(), HANG)) {
            for (int i = 0; i < count; i++) {
                FuzzRequests.Request request = made.next();
                check(request, made, answer(http, request));
            }
        }
        return null;
    }

    private static Optional<RawHttp.Response> answer(RawHttp http, FuzzRequests.Request request) throws IOException {
        try {
            return http.send(request.bytes());
        } catch (SocketTimeoutException e) {
            throw new AssertionError("no answer within " + HANG + " to " + shown(request), e);
        }
    }

    private void check(FuzzRequests.Request request, FuzzRequests made, Optional<RawHttp.Response> answer) {
        int status = answer.map(RawHttp.Response::status).orElse(0);
        statuses.computeIfAbsent(status, any -> new LongAdder()).increment();
        if (answer.isEmpty()) {
            assertThat(request.mayBeDropped())
                    .as("no answer to %s", shown(request))
                    .isTrue();
            return;
        }
        String body = answer.get().body();
        if (status >= 500 || body.contains("\tat ")) {
            if (faults.size() < MOST_FAULTS) {
                faults.add(status + " " + body + " to " + shown(request));
            }
            return;
        }
        if (status >= 400 && !body.isEmpty()) {
            assertThat(answer.get().headers().get("content-type"))
                    .as("%s to %s", body, shown(request))
                    .startsWith("application/problem+json");
        }
        Matcher cursor = NEXT.matcher(body);
        if (status == 200 && cursor.find()) {
            made.learn(cursor.group(1));
        }
    }

    private static String shown(FuzzRequests.Request request) {
        String text = new String(request.bytes(), ISO_8859_1);
        return text.length() > 3_000 ? text.substring(0, 3_000) + "..." : text;
    }
}
