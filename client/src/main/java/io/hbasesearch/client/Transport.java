/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** Sends requests to one gateway, and reports its rejections as exceptions. Safe for use by several threads. */
final class Transport {
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;
    private static final String JSON = "application/json";
    private static final char LAST_OF_A_HEADER = 0xff;
    private static final char DELETE = 0x7f;

    private final URI base;
    private final Optional<String> apiKey;
    private final Duration timeout;
    private final HttpClient http;

    Transport(URI gateway, Optional<String> apiKey, Duration timeout) {
        String text = gateway.toString();
        this.base = URI.create(text.endsWith("/") ? text : text + "/");
        this.apiKey = apiKey.map(Transport::requireSendable);
        this.timeout = timeout;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(timeout)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /** Checks the key here, because Java's own message would contain it. */
    private static String requireSendable(String apiKey) {
        if (!apiKey.chars()
                .allMatch(character -> character >= ' ' && character <= LAST_OF_A_HEADER && character != DELETE)) {
            throw new IllegalArgumentException("the API key contains a character that cannot be sent in a header");
        }
        return apiKey;
    }

    String get(String path) {
        return body(send(request(path).GET()));
    }

    /** Accepts a 503 with a JSON body that is not a problem document as an answer. */
    String getEvenIfUnavailable(String path) {
        HttpResponse<String> response = send(request(path).GET());
        boolean answer = response.statusCode() == UNAVAILABLE && isJson(response);
        return answer ? response.body() : body(response);
    }

    String post(String path, String json) {
        return body(send(request(path)
                .header("Content-Type", JSON)
                .POST(HttpRequest.BodyPublishers.ofString(json, StandardCharsets.UTF_8))));
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(base.resolve(path)).timeout(timeout).header("Accept", JSON);
        apiKey.ifPresent(key -> request.header("Authorization", "ApiKey " + key));
        return request;
    }

    private HttpResponse<String> send(HttpRequest.Builder builder) {
        HttpRequest request = builder.build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (HttpTimeoutException e) {
            throw GatewayException.local(
                    GatewayException.TIMED_OUT,
                    "the gateway at " + base + " did not answer within " + timeout.toMillis() + " ms",
                    "Request less, or use a longer timeout.",
                    e);
        } catch (ConnectException e) {
            throw GatewayException.local(
                    GatewayException.SERVER_UNREACHABLE,
                    "no gateway answers at " + base,
                    "Check that it is running; its configuration has its address as gateway.host and gateway.port.",
                    e);
        } catch (IOException e) {
            throw GatewayException.local(
                    GatewayException.SERVER_UNREACHABLE,
                    "the connection to the gateway at " + base + " broke: " + e.getMessage(),
                    "Try again in a moment.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw GatewayException.local(
                    GatewayException.TIMED_OUT, "interrupted while waiting for the gateway at " + base, null, e);
        }
    }

    private static String body(HttpResponse<String> response) {
        if (response.statusCode() == OK) {
            return response.body();
        }
        throw GatewayException.of(response.statusCode(), response.body());
    }

    private static boolean isJson(HttpResponse<String> response) {
        return response.headers().firstValue("Content-Type").orElse("").startsWith(JSON);
    }
}
