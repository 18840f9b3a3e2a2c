/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes requests, byte by byte. The same seed makes the same ones, but for cursors that answers gave. For one thread. */
final class FuzzRequests {
    private static final int CURSORS = 64;
    private static final String INDEX = "/v1/indexes/words";
    private static final List<String> QUERIES = List.of("search", "count", "explain", "stream");
    private static final List<String> ESCAPES = List.of(
            "%",
            "%z", "%zz", "%0", "%00", "%c0%af", "%ff", "%ed%a0%80", "%u0041", "%25%", "%2e%2e%2f", "%5C", "%2F", "+%");

    private final Random random;
    private final FuzzTexts texts;
    private final FuzzJson json;
    private final List<String> cursors = new ArrayList<>();

    FuzzRequests(long seed) {
        this.random = new Random(seed);
        this.texts = new FuzzTexts(random);
        this.json = new FuzzJson(random, texts, this::cursor);
    }

    /** @param mayBeDropped whether a server may close the connection and say nothing */
    record Request(byte[] bytes, boolean mayBeDropped) {}

    /** Keeps a cursor that an answer gave, to be broken. */
    void learn(String cursor) {
        if (cursors.size() < CURSORS) {
            cursors.add(cursor);
        } else {
            cursors.set(random.nextInt(CURSORS), cursor);
        }
    }

    Request next() {
        return switch (random.nextInt(12)) {
            case 0 -> new Request(brokenHttp(), true);
            case 1 -> get(brokenPath());
            case 2 -> get(INDEX + "/rows/" + encoded(texts.key()) + parameters());
            case 3 -> random.nextInt(4) == 0 ? fence() : get(INDEX + "/rows" + parameters());
            case 4 -> post(INDEX + "/rows:batchGet", json.batch());
            case 5, 6, 7 -> post(INDEX + "/" + texts.pick(QUERIES), json.body());
            case 8 -> get(INDEX + "/search?q=whale&size=2&cursor=" + encoded(cursor()));
            case 9 -> get("/v1/search" + parameters() + "&index=words");
            default -> get(INDEX + "/" + texts.pick(QUERIES) + parameters());
        };
    }

    private Request fence() {
        return post(
                INDEX + "/rows/" + encoded(texts.key()) + ":fence" + (random.nextInt(3) == 0 ? parameters() : ""), "");
    }

    private Request get(String target) {
        return new Request(head("GET", target, "").getBytes(ISO_8859_1), target.length() > 8_000);
    }

    private Request post(String target, String body) {
        byte[] content = body.getBytes(UTF_8);
        String type =
                random.nextInt(30) == 0 ? texts.pick(List.of("text/plain", "", "application/xml")) : "application/json";
        String head = head("POST", target, "Content-Type: " + type + "\r\nContent-Length: " + content.length + "\r\n");
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(head.getBytes(ISO_8859_1));
        request.writeBytes(content);
        return new Request(request.toByteArray(), content.length > 60_000);
    }

    private static String head(String method, String target, String headers) {
        return method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
    }

    private String parameters() {
        StringBuilder parameters = new StringBuilder(random.nextInt(4) == 0 ? "?q=whale" : "?");
        for (int i = random.nextInt(4); i > 0; i--) {
            parameters.append(parameters.length() > 1 ? "&" : "");
            parameters.append(encoded(texts.name())).append('=').append(value());
        }
        return parameters.toString();
    }

    private String value() {
        return switch (random.nextInt(12)) {
            case 0 -> texts.pick(ESCAPES);
            case 1 -> encoded(texts.value()) + texts.pick(ESCAPES);
            case 2 -> encoded(cursor());
            default -> encoded(texts.value());
        };
    }

    private static String encoded(String text) {
        String whole = text.length() > 6_000 ? text.substring(0, 6_000) : text;
        return URLEncoder.encode(whole, UTF_8);
    }

    private String brokenPath() {
        String path = texts.pick(
                List.of("/v1", "/v1/indexes", INDEX, INDEX + "/search", INDEX + "/rows", "/", "/health/live"));
        return switch (random.nextInt(5)) {
            case 0 -> path + "/" + texts.pick(ESCAPES);
            case 1 -> path + "/..;/" + texts.pick(ESCAPES) + "//.";
            case 2 -> path + parameters();
            case 3 -> "/v1/indexes/" + encoded(texts.value()) + "/search" + parameters();
            default -> path + "/" + encoded(texts.letters(20)) + "/" + encoded(texts.value());
        };
    }

    /** What is hardly HTTP. The connection is closed behind it, as nobody could tell where the next request begins. */
    private byte[] brokenHttp() {
        String close = "Connection: close\r\n";
        String target = INDEX + "/search" + parameters();
        String request =
                switch (random.nextInt(8)) {
                    case 0 -> head(texts.pick(List.of("PUT", "DELETE", "PATCH", "BREW", "get", "")), target, close);
                    case 1 -> "GET " + target + " HTTP/9.9\r\nHost: localhost\r\n" + close + "\r\n";
                    case 2 -> "GET " + target + "\r\n\r\n";
                    case 3 -> head("GET", INDEX + "/search?q=\u0001\u0002 \u007f", close);
                    case 4 -> head("GET", target, close + "X-Long: " + "x".repeat(20_000) + "\r\n");
                    case 5 -> "GET " + target + " HTTP/1.1\r\n" + close + "\r\n";
                    case 6 ->
                        head("POST", INDEX + "/search", close + "Transfer-Encoding: chunked\r\n")
                                + "zz\r\n{}\r\n0\r\n\r\n";
                    default -> head("GET", target, close + texts.letters(10).replace('\n', ' ') + ": x\r\n");
                };
        return request.getBytes(ISO_8859_1);
    }

    /** One that an answer gave, whole or broken, or anything. */
    private String cursor() {
        if (cursors.isEmpty() || random.nextInt(6) == 0) {
            return texts.value();
        }
        StringBuilder cursor = new StringBuilder(texts.pick(cursors));
        switch (random.nextInt(5)) {
            case 0 -> cursor.setCharAt(random.nextInt(cursor.length()), (char) ('A' + random.nextInt(26)));
            case 1 -> cursor.setLength(random.nextInt(cursor.length()));
            case 2 -> cursor.insert(random.nextInt(cursor.length()), texts.letters(3));
            case 3 -> cursor.append(texts.pick(cursors));
            default -> {}
        }
        return cursor.toString();
    }
}
