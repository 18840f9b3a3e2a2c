/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Carries messages of one session, each a line of JSON. Unlike the SDK's own transport it answers the requests that it has read
 * when the input ends, answers a line that is no message with an error instead of ending the session, and reads no further
 * message while {@value #MOST_CALLS} calls are being answered. One thread runs it; several may send.
 */
final class StdioTransport implements McpServerTransportProvider, McpServerTransport {
    static final int MOST_BYTES = 1 << 20;
    private static final Logger LOG = LoggerFactory.getLogger(StdioTransport.class);
    private static final int MOST_CALLS = 4;

    private final McpJsonMapper json;
    private final List<String> tools;
    private final InputStream in;
    private final OutputStream out;
    private final Semaphore calls = new Semaphore(MOST_CALLS);
    private final AtomicReference<@Nullable McpServerSession> session = new AtomicReference<>();
    /** For the thread that reads. */
    private boolean initialized;

    /** @param tools the names that calls may have */
    StdioTransport(McpJsonMapper json, List<String> tools, InputStream in, OutputStream out) {
        this.json = Objects.requireNonNull(json, "json");
        this.tools = List.copyOf(tools);
        this.in = new BufferedInputStream(in);
        this.out = Objects.requireNonNull(out, "out");
    }

    @Override
    public void setSessionFactory(McpServerSession.Factory factory) {
        session.set(factory.create(this));
    }

    /** Reads messages until the input ends, and waits until all are answered. */
    void run() throws IOException, InterruptedException {
        for (byte[] line = next(); line != null; line = next()) {
            if (line.length > MOST_BYTES) {
                refuse(McpSchema.ErrorCodes.PARSE_ERROR, "a message has more than " + MOST_BYTES + " bytes");
            } else if (!new String(line, StandardCharsets.UTF_8).isBlank()) {
                handle(line);
            }
        }
        calls.acquire(MOST_CALLS);
    }

    /**
     * Reads up to the next line end, or to the end of the input.
     *
     * @return null at the end of the input; of a line that is too long, one byte more than is allowed
     */
    private byte @Nullable [] next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int read = in.read();
        if (read < 0) {
            return null;
        }
        for (; read >= 0 && read != '\n'; read = in.read()) {
            if (line.size() <= MOST_BYTES) {
                line.write(read);
            }
        }
        return line.toByteArray();
    }

    private void handle(byte[] line) throws IOException, InterruptedException {
        JSONRPCMessage message;
        try {
            message = McpSchema.deserializeJsonRpcMessage(json, new String(line, StandardCharsets.UTF_8));
        } catch (IOException e) {
            refuse(McpSchema.ErrorCodes.PARSE_ERROR, "a line is not a JSON object");
            return;
        } catch (IllegalArgumentException e) {
            refuse(McpSchema.ErrorCodes.INVALID_REQUEST, "a line is not a JSON-RPC 2.0 message");
            return;
        }
        if (message instanceof JSONRPCRequest request && isRefused(request)) {
            return;
        }
        initialized |= message instanceof McpSchema.JSONRPCNotification notification
                && notification.method().equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED);
        calls.acquire();
        Objects.requireNonNull(session.get(), "session")
                .handle(message)
                .doFinally(end -> calls.release())
                .subscribe(
                        nothing -> {},
                        failure -> LOG.error(
                                "a message was not answered: {}",
                                failure.getClass().getName()));
    }

    /** Answers a request for which the SDK would wait for ever, or have an error that says too little. */
    private boolean isRefused(JSONRPCRequest request) throws IOException {
        if (!initialized && !request.method().equals(McpSchema.METHOD_INITIALIZE)) {
            String reason = "send initialize and notifications/initialized before " + request.method();
            write(error(request.id(), McpSchema.ErrorCodes.INVALID_REQUEST, reason));
            return true;
        }
        if (request.method().equals(McpSchema.METHOD_TOOLS_CALL)) {
            Object name = request.params() instanceof Map<?, ?> params ? params.get("name") : null;
            if (!(name instanceof String tool) || !tools.contains(tool)) {
                String reason = "there is no such tool; 'name' is one of " + String.join(", ", tools);
                write(error(request.id(), McpSchema.ErrorCodes.INVALID_PARAMS, reason));
                return true;
            }
        }
        return false;
    }

    private void refuse(int code, String reason) throws IOException {
        write(error(null, code, reason));
    }

    private static Map<String, @Nullable Object> error(@Nullable Object id, int code, String reason) {
        Map<String, @Nullable Object> error = new LinkedHashMap<>();
        error.put("jsonrpc", McpSchema.JSONRPC_VERSION);
        error.put("id", id);
        error.put("error", Map.of("code", code, "message", reason));
        return error;
    }

    private void write(Object message) throws IOException {
        byte[] line = (json.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (out) {
            out.write(line);
            out.flush();
        }
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
        return Mono.fromRunnable(() -> {
            try {
                write(message);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return json.convertValue(data, type);
    }

    @Override
    public Mono<Void> notifyClients(String method, Object params) {
        return Objects.requireNonNull(session.get(), "session").sendNotification(method, params);
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.empty();
    }

    @Override
    public void close() {
        // The streams are not ours.
    }

    @Override
    public List<String> protocolVersions() {
        return McpServerTransport.super.protocolVersions();
    }
}
