/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sends bytes as they are over a connection that is kept, and reads what comes back. For one thread. */
final class RawHttp implements AutoCloseable {
    private final int port;
    private final Duration deadline;
    private @Nullable Socket socket;
    private @Nullable InputStream in;

    /** @param deadline of a read; what takes longer hangs */
    RawHttp(int port, Duration deadline) {
        this.port = port;
        this.deadline = deadline;
    }

    record Response(int status, Map<String, String> headers, String body) {}

    /**
     * @return empty if the server closed the connection without an answer, or before it had read everything
     * @throws SocketTimeoutException if there is no answer within the deadline
     */
    Optional<Response> send(byte[] request) throws IOException {
        boolean fresh = socket == null;
        try {
            Optional<Response> response = sendOnce(request);
            return response.isEmpty() && !fresh ? sendOnce(request) : response;
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            close();
            // A kept connection may have been closed meanwhile.
            return fresh ? Optional.empty() : sendAgain(request);
        }
    }

    private Optional<Response> sendAgain(byte[] request) throws SocketTimeoutException {
        try {
            return sendOnce(request);
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            close();
            return Optional.empty();
        }
    }

    private Optional<Response> sendOnce(byte[] request) throws IOException {
        if (socket == null) {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) deadline.toMillis());
            in = new BufferedInputStream(socket.getInputStream());
        }
        socket.getOutputStream().write(request);
        Optional<String> status = line();
        if (status.isEmpty()) {
            close();
            return Optional.empty();
        }
        if (!status.get().startsWith("HTTP/")) {
            throw new IllegalStateException("no answer begins so: " + status.get());
        }
        Map<String, String> headers = headers();
        Response response =
                new Response(Integer.parseInt(status.get().split(" ")[1]), headers, new String(body(headers), UTF_8));
        if ("close".equalsIgnoreCase(headers.get("connection"))) {
            close();
        }
        return Optional.of(response);
    }

    private Map<String, String> headers() throws IOException {
        Map<String, String> headers = new HashMap<>();
        for (String line = line().orElseThrow(EOFException::new);
                !line.isEmpty();
                line = line().orElseThrow(EOFException::new)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return headers;
    }

    private byte[] body(Map<String, String> headers) throws IOException {
        String length = headers.get("content-length");
        if (length != null) {
            return in.readNBytes(Integer.parseInt(length));
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
            int size;
            do {
                size = Integer.parseInt(line().orElseThrow(EOFException::new), 16);
                body.write(in.readNBytes(size));
                line();
            } while (size > 0);
        } else if ("close".equalsIgnoreCase(headers.get("connection"))) {
            body.write(in.readAllBytes());
        }
        return body.toByteArray();
    }

    /** Empty at the end of the connection. */
    private Optional<String> line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return Optional.empty();
        }
        while (next >= 0 && next != '\n') {
            if (next != '\r') {
                line.write(next);
            }
            next = in.read();
        }
        return Optional.of(line.toString(ISO_8859_1));
    }

    @Override
    public void close() {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            // It is gone already.
        } finally {
            socket = null;
        }
    }
}
