/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Measures the processor time of a gateway in a process of its own for the dearest requests of at most 4 KB that are let through.
 * {@code benchmarks/reports/dear-requests.md} has the figures.
 */
@OnlyWithFaults
class DearRequestsTest {
    private static final int MOST_BYTES = 4_096;
    private static final int TIMES = Integer.getInteger("gateway.dear.times", 10);
    private static final Pattern NAMES = Pattern.compile(System.getProperty("gateway.dear.names", ".*"));
    private static final Duration MOST = Duration.ofSeconds(1);
    private static final Duration HANG = Duration.ofMinutes(2);
    private static final Pattern CUT = Pattern.compile("\"stage\" ?: ?\"(\\w+)\"");

    private Path directory;
    private GatewayChild gateway;
    private RawHttp http;

    @BeforeEach
    void start() throws IOException {
        directory = Files.createTempDirectory("dear-gateway");
        gateway = new GatewayChild(directory, DearGateway.class, "-Xmx2g");
        http = new RawHttp(gateway.port(), HANG);
    }

    @AfterEach
    void close() throws IOException {
        http.close();
        gateway.close();
        FuzzedGateway.delete(directory);
    }

    /**
     * What one request took.
     *
     * @param clauses the most that are let through
     * @param steady the least of all times, of the process and of its threads: the compiler, which takes as much again of a process
     *     that has just begun, is in the former
     */
    private record Measured(
            DearRequests.Shape shape,
            int clauses,
            Answer answer,
            GatewayChild.Processor steady,
            GatewayChild.Processor most) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%-14s %-55s %5d clauses: %5d ms (threads %5d, most %5d), %s",
                    shape.path().replaceAll("[?].*", ""),
                    shape.name(),
                    clauses,
                    steady.process().toMillis(),
                    steady.threads().toMillis(),
                    most.process().toMillis(),
                    answer);
        }
    }

    /** What is kept of an answer, which may have many megabytes. */
    private record Answer(int status, int length, Set<String> cut, String refusal) {
        static Answer of(RawHttp.Response response) {
            boolean isRefused = response.status() != 200;
            Set<String> cut = new TreeSet<>();
            CUT.matcher(response.body()).results().forEach(stage -> cut.add(stage.group(1)));
            return new Answer(
                    response.status(),
                    response.body().length(),
                    cut,
                    isRefused ? response.body().replaceAll("\\s+", " ") : "");
        }
    }

    @Test
    void noRequestTakesMoreThanASecondOfProcessorTime() throws IOException {
        List<Measured> all = new ArrayList<>();
        for (DearRequests.Shape shape : DearRequests.all()) {
            if (NAMES.matcher(shape.name()).find()) {
                Measured measured = measure(shape);
                System.out.println(measured);
                all.add(measured);
            }
        }
        System.out.println("The dearest:");
        all.stream()
                .sorted(Comparator.comparing((Measured each) -> each.steady().process())
                        .reversed())
                .limit(20)
                .forEach(System.out::println);
        // Of the threads: those of the compiler and of the collector of garbage take what they like.
        assertThat(all.stream()
                        .filter(each -> !each.shape().isStream())
                        .filter(each -> each.steady().threads().compareTo(MOST) > 0))
                .isEmpty();
    }

    private Measured measure(DearRequests.Shape shape) throws IOException {
        int clauses = clauses(shape);
        byte[] request = request(shape, clauses);
        GatewayChild.Processor steady = null;
        GatewayChild.Processor most = null;
        Answer answer = null;
        for (int i = 0; i < TIMES; i++) {
            GatewayChild.Processor before = gateway.processor();
            Optional<RawHttp.Response> response = http.send(request);
            GatewayChild.Processor took = gateway.processor().since(before);
            steady = steady == null ? took : steady.least(took);
            answer = Answer.of(response.orElseThrow());
            most = most == null || took.process().compareTo(most.process()) > 0 ? took : most;
        }
        return new Measured(shape, clauses, answer, steady, most);
    }

    /** As many as fit and are let through. */
    private int clauses(DearRequests.Shape shape) throws IOException {
        int clauses = MOST_BYTES;
        while (clauses > 1
                && (shape.body().apply(clauses).getBytes(UTF_8).length > MOST_BYTES || isRefused(shape, clauses))) {
            clauses = Math.min(clauses - 1, clauses * 9 / 10);
        }
        return clauses;
    }

    private boolean isRefused(DearRequests.Shape shape, int clauses) throws IOException {
        return http.send(request(shape, clauses)).orElseThrow().status() == 400;
    }

    private static byte[] request(DearRequests.Shape shape, int clauses) {
        String body = shape.body().apply(clauses);
        String head = (body.isEmpty() ? "GET" : "POST") + " /v1/indexes/words" + shape.path()
                + " HTTP/1.1\r\nHost: localhost\r\n";
        String rest = body.isEmpty()
                ? "\r\n"
                : "Content-Type: application/json\r\nContent-Length: " + body.getBytes(UTF_8).length + "\r\n\r\n"
                        + body;
        return (head + rest).getBytes(UTF_8);
    }
}
