/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.remote.BoundedHttp;
import io.hbasesearch.core.remote.SideBySide;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.hbase.ServerName;

/** Reads the web pages of RegionServers, if their info ports are open to this machine. Safe for use by several threads. */
final class InfoPages {
    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    /** Limit for all servers together: two pages of each, and some that do not answer. */
    private static final Duration ALL = Duration.ofSeconds(15);

    private static final int LARGEST = 16 << 20;
    static final String LATE = "it was not asked within the " + ALL.toSeconds() + " s limit for all servers";

    private final BoundedHttp http = new BoundedHttp(TIMEOUT, TIMEOUT, LARGEST);

    /**
     * Asks all servers in parallel; takes at most 15 seconds.
     *
     * @param late creates the answer for a server that was not asked in that time
     */
    static <S, T> List<T> ofAll(List<S> servers, Function<S, T> question, Function<S, T> late) {
        try {
            return SideBySide.ask(servers, ALL, question, late);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, "asking RegionServers: interrupted", null, e);
        }
    }

    /**
     * Fetches a page. Takes at most three seconds.
     *
     * @param path with its query, from the slash
     * @throws IOException with a readable reason why there is no page
     */
    byte[] get(ServerName server, int infoPort, String path) throws IOException {
        if (infoPort <= 0) {
            throw new IOException("its info port is off, so it cannot be asked from here");
        }
        URI page = URI.create(root(server.getHostname(), infoPort) + path);
        try {
            HttpResponse<byte[]> answer =
                    http.send(HttpRequest.newBuilder(page).timeout(TIMEOUT).build());
            if (answer.statusCode() != 200) {
                throw new IOException("it answered " + answer.statusCode());
            }
            return answer.body();
        } catch (IOException e) {
            throw new IOException(page + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    /** HBase accepts host names with an underscore, which are invalid in URLs: such a server is asked by its address. */
    private static URI root(String host, int infoPort) throws IOException {
        try {
            return new URI("http", null, host, infoPort, null, null, null);
        } catch (URISyntaxException e) {
            String address = InetAddress.getByName(host).getHostAddress();
            return URI.create("http://" + (address.contains(":") ? "[" + address + "]" : address) + ":" + infoPort);
        }
    }
}
