/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A loopback port that forwards to a server and makes faults on demand: held requests, held, delayed or slow traffic, cut or
 * refused connections.
 * Each connection buffers at most 64 KiB per direction; what is held back is not read, so the server feels it.
 *
 * <p>Thread-safe. It owns its threads and sockets; whoever opened it closes it.
 */
public final class TcpRelay implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TcpRelay.class);
    private static final int MAX_CONNECTIONS = 256;

    private final InetSocketAddress target;
    private final int port;
    private final Set<RelayConnection> connections = ConcurrentHashMap.newKeySet();
    private final List<HeldReplies> holds = new CopyOnWriteArrayList<>();
    private final List<HeldRequest> heldRequests = new CopyOnWriteArrayList<>();
    private final AtomicReference<@Nullable HeldReplies> holdOfAll = new AtomicReference<>();
    private volatile Duration replyDelay = Duration.ZERO;
    private volatile long bytesPerSecondAllowed;
    private @Nullable ServerSocket listener; // guarded by this; null while connections are refused
    private @Nullable Thread acceptor; // guarded by this; belongs to the listener
    private @Nullable SocketChannel placeholder; // guarded by this; while connections are refused
    private boolean closed; // guarded by this

    private TcpRelay(InetSocketAddress target, int port) {
        this.target = target;
        this.port = port;
    }

    /**
     * Opens a relay to a port on 127.0.0.1.
     *
     * @throws UncheckedIOException when no port can be bound
     */
    public static TcpRelay to(int targetPort) {
        TcpRelay relay = new TcpRelay(new InetSocketAddress(Ports.loopback(), targetPort), Ports.free());
        relay.acceptConnections();
        return relay;
    }

    /** The port on 127.0.0.1 that clients connect to. */
    public int port() {
        return port;
    }

    /**
     * Waits for a request that contains an ASCII text, such as {@code /_bulk}, and holds back everything the server sends on
     * that connection from then on. The hold is in place before the server sees the request, so no reply can slip through.
     */
    public HeldReplies holdRepliesTo(String requestText) {
        HeldReplies hold = new HeldReplies(requireText(requestText), holds::remove);
        holds.add(hold);
        return hold;
    }

    /**
     * Waits for a request that contains an ASCII text, and keeps it, with whatever follows on that connection, from the
     * server. On release it goes on its way, even when the client has given up and is gone.
     */
    public HeldRequest holdRequest(String requestText) {
        HeldRequest hold = new HeldRequest(requireText(requestText), heldRequests::remove);
        heldRequests.add(hold);
        return hold;
    }

    /** Holds back everything the server sends on any connection from now on. The latest such hold counts. */
    public HeldReplies holdReplies() {
        HeldReplies hold =
                new HeldReplies("", released -> holdOfAll.getAndUpdate(latest -> latest == released ? null : latest));
        holdOfAll.set(hold);
        return hold;
    }

    /** Waits this long before each piece of a reply is passed on; zero ends it. */
    public void delayReplies(Duration delay) {
        replyDelay = Objects.requireNonNull(delay, "delay");
    }

    /**
     * Lets each connection carry at most this many bytes a second in each direction; 0 ends it.
     *
     * @throws IllegalArgumentException when negative
     */
    public void throttle(long bytesPerSecond) {
        if (bytesPerSecond < 0) {
            throw new IllegalArgumentException("A rate cannot be negative: " + bytesPerSecond);
        }
        bytesPerSecondAllowed = bytesPerSecond;
    }

    /** Closes all open connections, on both sides; new ones are accepted. */
    public void cutConnections() {
        connections.forEach(RelayConnection::close);
    }

    /** Stops listening, so that new connections are refused; open ones stay. The port stays taken. Idempotent. */
    public synchronized void refuseConnections() {
        stopListening();
        if (!closed && placeholder == null) {
            placeholder = holdPort();
        }
    }

    private void stopListening() {
        if (listener != null) {
            closeQuietly(listener);
            listener = null;
            // The port is free only when the thread has left accept().
            joinQuietly(acceptor);
        }
    }

    /**
     * Binds the port and does not listen, so that no stranger answers in the target's place: whoever starts servers meanwhile looks
     * for free ports.
     */
    private SocketChannel holdPort() {
        try {
            SocketChannel channel = SocketChannel.open();
            // What was accepted before may still be closing on this port; but nobody else may share it.
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(new InetSocketAddress(Ports.loopback(), port));
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, false);
            return channel;
        } catch (IOException e) {
            throw new UncheckedIOException("The relay cannot keep port " + port, e);
        }
    }

    private void letGoOfPort() {
        if (placeholder != null) {
            closeQuietly(placeholder);
            placeholder = null;
        }
    }

    /**
     * Listens again. Does nothing when it listens already.
     *
     * @throws UncheckedIOException when another process took the port meanwhile
     */
    public synchronized void acceptConnections() {
        if (closed) {
            throw new IllegalStateException("The relay on port " + port + " is closed.");
        }
        if (listener == null) {
            letGoOfPort();
            ServerSocket socket = listen();
            listener = socket;
            acceptor = startThread("accept", () -> acceptLoop(socket));
        }
    }

    /** Number of connections that are open now. */
    public int openConnections() {
        return connections.size();
    }

    /** Cuts everything and frees the port. Idempotent. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            stopListening();
            letGoOfPort();
        }
        List.copyOf(holds).forEach(HeldReplies::close);
        List.copyOf(heldRequests).forEach(HeldRequest::close);
        HeldReplies ofAll = holdOfAll.get();
        if (ofAll != null) {
            ofAll.close();
        }
        cutConnections();
    }

    List<HeldReplies> holds() {
        return holds;
    }

    List<HeldRequest> heldRequests() {
        return heldRequests;
    }

    @Nullable
    HeldReplies holdOfAll() {
        return holdOfAll.get();
    }

    Duration replyDelay() {
        return replyDelay;
    }

    /** How long a piece of this size takes at the allowed rate. */
    Duration durationOf(int bytes) {
        long rate = bytesPerSecondAllowed;
        return rate == 0 ? Duration.ZERO : Duration.ofNanos(bytes * 1_000_000_000L / rate);
    }

    void ended(RelayConnection connection) {
        connections.remove(connection);
    }

    Thread startThread(String role, Runnable work) {
        Thread thread = new Thread(work, "tcp-relay-%d-%s".formatted(port, role));
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static String requireText(String requestText) {
        if (requestText.isEmpty()) {
            throw new IllegalArgumentException("The text that a request must contain is empty.");
        }
        return requestText;
    }

    private ServerSocket listen() {
        try {
            ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(Ports.loopback(), port));
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException("The relay cannot listen on port " + port, e);
        }
    }

    private void acceptLoop(ServerSocket socket) {
        while (!socket.isClosed()) {
            try {
                relay(socket.accept());
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    log.warn("The relay on port {} cannot accept a connection: {}", port, e.toString());
                }
            }
        }
    }

    private void relay(Socket client) {
        Socket server = new Socket();
        if (connections.size() >= MAX_CONNECTIONS) {
            log.warn("The relay on port {} has {} connections and closes a new one", port, MAX_CONNECTIONS);
            RelayConnection.closeBoth(client, server);
            return;
        }
        try {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            server.connect(target, 5_000);
        } catch (IOException e) {
            log.debug("The target {} of the relay on port {} cannot be reached: {}", target, port, e.toString());
            RelayConnection.closeBoth(client, server);
            return;
        }
        RelayConnection connection = new RelayConnection(this, client, server);
        connections.add(connection);
        connection.start();
    }

    private static void joinQuietly(Thread thread) {
        try {
            thread.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void closeQuietly(Closeable socket) {
        try {
            socket.close();
        } catch (IOException e) {
            log.debug("A socket could not be closed: {}", e.toString());
        }
    }
}
