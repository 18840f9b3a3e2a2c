/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * HTTP by blocking sockets that stay open. A client that answers on threads of its own takes a third of a core of what is measured
 * beside it, where a search takes less than a millisecond. {@code http.maxConnections}, which {@code benchmarks/run} sets, must be as
 * many as callers, or most of them would open a connection for each request. No state.
 */
public final class PlainHttp {
    private static final int PATIENCE_MILLIS = (int) Duration.ofSeconds(30).toMillis();

    private PlainHttp() {}

    /** @throws IOException if the answer's status is another than 2xx */
    public static byte[] get(URI uri) throws IOException {
        return answer(open(uri));
    }

    /** @throws IOException as {@link #get} */
    public static byte[] postJson(URI uri, String body) throws IOException {
        HttpURLConnection connection = open(uri);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        connection.setRequestMethod("POST");
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setDoOutput(true);
        connection.setFixedLengthStreamingMode(bytes.length);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(bytes);
        }
        return answer(connection);
    }

    private static HttpURLConnection open(URI uri) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setConnectTimeout(PATIENCE_MILLIS);
        connection.setReadTimeout(PATIENCE_MILLIS);
        return connection;
    }

    /** Read to its end and closed, which gives the connection to the next request. */
    private static byte[] answer(HttpURLConnection connection) throws IOException {
        int status = connection.getResponseCode();
        if (status / 100 != 2) {
            throw new IOException(connection.getRequestMethod() + " "
                    + connection.getURL().getPath() + " was answered with " + status);
        }
        try (InputStream in = connection.getInputStream()) {
            return in.readAllBytes();
        }
    }
}
