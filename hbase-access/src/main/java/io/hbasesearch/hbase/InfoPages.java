/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.apache.hadoop.hbase.ServerName;

/** The web pages of RegionServers, where info ports are open to this machine. Safe for use by several threads. */
final class InfoPages {
    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final int LARGEST = 16 << 20;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

    /**
     * Takes three seconds at most.
     *
     * @param path with its query, from the slash on
     * @throws IOException that says, for people, why there is no page
     */
    byte[] get(ServerName server, int infoPort, String path) throws IOException {
        if (infoPort <= 0) {
            throw new IOException("its info port is off, so it cannot be asked from here");
        }
        URI page = URI.create("http://" + server.getHostname() + ":" + infoPort + path);
        HttpRequest request = HttpRequest.newBuilder(page).timeout(TIMEOUT).build();
        try {
            HttpResponse<InputStream> answer = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = answer.body()) {
                if (answer.statusCode() != 200) {
                    throw new IOException(page + " answered " + answer.statusCode());
                }
                return body.readNBytes(LARGEST);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }
}
