/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.box;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** What a process of ours says of itself to an operator's probes: its health and its metrics. Stateless; thread-safe. */
final class Operations {
    /** Its own checks take two seconds at most, but the machine may be busy. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    private Operations() {}

    /** Nothing if it is well; else what it says, or why it says nothing. */
    static Optional<String> ailment(String address, Duration patience) throws InterruptedException {
        try {
            HttpResponse<String> answer = get(address + "/health", patience);
            return answer.statusCode() == 200 ? Optional.empty() : Optional.of(answer.body());
        } catch (IOException e) {
            return Optional.of("its health cannot be asked: " + e);
        }
    }

    static boolean isLive(String address, Duration patience) throws InterruptedException {
        try {
            return get(address + "/health/live", patience).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * The sum of a metric over its tags.
     *
     * @param tag that a line must have to be counted, such as {@code result="applied"}; empty for all lines
     */
    static double metric(String address, String name, String tag) throws IOException, InterruptedException {
        return sum(get(address + "/metrics", PATIENCE).body(), name, tag);
    }

    static double sum(String scrape, String name, String tag) {
        return scrape.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> line.contains(tag))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .mapToDouble(Double::parseDouble)
                .sum();
    }

    private static HttpResponse<String> get(String address, Duration patience)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(address)).timeout(patience).build();
        return HTTP.send(request, BodyHandlers.ofString());
    }
}
