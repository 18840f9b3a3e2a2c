/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.remote.BoundedHttp;
import io.hbasesearch.core.remote.SideBySide;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Asks the processes of this program for their health and metrics over HTTP. Safe for use by several threads. */
final class ServiceProbe {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration CONNECT = Duration.ofSeconds(3);
    /** Longer than the two seconds that a process takes to check its own components. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    /** The limit for all of them; each is asked twice. */
    private static final Duration ALL = Duration.ofSeconds(20);
    /** A page has some hundred bytes per metric and index; a larger answer does not come from this program. */
    private static final int LARGEST = 32 << 20;

    private static final String OK = "ok";

    private final BoundedHttp http = new BoundedHttp(CONNECT, TIMEOUT, LARGEST);
    private final Processes processes;

    ServiceProbe(Processes processes) {
        this.processes = processes;
    }

    /** Asks all processes in parallel. */
    List<ServiceFacts> ask() {
        try {
            return SideBySide.ask(
                    processes.addresses(),
                    ALL,
                    address -> facts(address, new Remote("service", Deadline.after(ALL)).knock(() -> state(address))),
                    address -> facts(address, late(address)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, "asking processes: interrupted", null, e);
        }
    }

    private static ProbeResult<ServiceFacts.State> late(URI address) {
        String message = address + ": no answer within " + ALL.toSeconds() + " s";
        return ProbeResult.Unavailable.of(
                new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, message, null, null), false);
    }

    private ServiceFacts facts(URI address, ProbeResult<ServiceFacts.State> state) {
        return new ServiceFacts(address, processes.named(), state);
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + text, e);
        }
    }

    private ServiceFacts.State state(URI address) {
        String health = get(address, "/health");
        // An unhealthy process answers 503, with the whole report.
        JsonNode report = json(health);
        Map<String, String> complaints = new TreeMap<>();
        for (Map.Entry<String, JsonNode> component : report.path("components").properties()) {
            String message = component.getValue().path("message").asText();
            if (!message.equals(OK)) {
                complaints.put(component.getKey(), message);
            }
        }
        Scrape metrics = Scrape.parse(get(address, "/metrics"));
        return new ServiceFacts.State(
                metrics.all("hbase_search_up").stream()
                        .map(sample -> sample.labels().getOrDefault("application", ""))
                        .collect(Collectors.toSet()),
                report.path("status").asText("unknown"),
                complaints,
                metrics);
    }

    private String get(URI address, String path) {
        URI page = URI.create(address.toString().replaceAll("/$", "") + path);
        HttpRequest.Builder request = HttpRequest.newBuilder(page).timeout(TIMEOUT);
        processes.apiKey().ifPresent(key -> request.header("Authorization", "ApiKey " + key));
        try {
            HttpResponse<byte[]> answer = http.send(request.build());
            if (answer.statusCode() == 401 || answer.statusCode() == 403) {
                throw new HBaseSearchException(
                        ErrorCode.ACCESS_DENIED,
                        page + " rejects this caller",
                        processes.named()
                                ? "Put a key that it knows into HBASE_SEARCH_API_KEY."
                                : "Put a key that it knows into HBASE_SEARCH_API_KEY, or under gateway.apiKeys.",
                        null);
            }
            if (answer.statusCode() != 200 && answer.statusCode() != 503) {
                throw new HBaseSearchException(
                        ErrorCode.SERVER_UNREACHABLE,
                        page + " answered " + answer.statusCode() + ": is that a process of hbase-search?",
                        "Name the right address with --service.",
                        null);
            }
            return new String(answer.body(), UTF_8);
        } catch (IOException e) {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, page + ": " + e.getMessage(), null, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, page + ": interrupted", null, e);
        }
    }
}
