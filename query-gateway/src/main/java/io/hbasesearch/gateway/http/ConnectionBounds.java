/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.management.UnixOperatingSystemMXBean;
import io.hbasesearch.core.config.GatewayResilience;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Bounds a listener's connections, in all and for each client address. A newcomer is always let in while some connection has no request
 * under way: that one is closed in its place, one that has never sent a request first, and the oldest of these. So connections that
 * are silent, or send a request's head byte by byte, hold nobody up. Those that have sent no whole head in time are closed in any case.
 * Answers that their callers do not read are bounded by {@link UnreadAnswers}.
 *
 * <p>Stands before all other handlers, and listens to the connections of a connector. Safe for use by several threads.
 */
final class ConnectionBounds extends Handler.Wrapper implements Connection.Listener {
    /** Connections, and how long one may take for the head of a request. */
    record Limits(int all, int ofAddress, Duration firstRequest, Duration nextRequest) {
        private static final int MOST = GatewayResilience.Admission.CONNECTIONS;
        /** Half of all: a proxy before the gateway has one address. */
        static final int OF_ADDRESS = MOST / 2;

        /**
         * @param ofAddress where a process may open as many files as {@link #MOST} connections need; else as large a share of
         *     fewer connections
         */
        static Limits of(int ofAddress) {
            int all = Math.min(MOST, Math.max(1, openFiles() / 2));
            int share = (int) Math.min(all, (long) ofAddress * all / MOST);
            return new Limits(all, Math.max(1, share), Duration.ofSeconds(10), Duration.ofSeconds(30));
        }

        /** An index has files, too. */
        private static int openFiles() {
            return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                    ? (int) Math.min(Integer.MAX_VALUE, unix.getMaxFileDescriptorCount())
                    : Integer.MAX_VALUE;
        }
    }

    /** Told to one for whom there is no place, if it can be told without waiting. */
    private static final byte[] FULL =
            """
            HTTP/1.1 503 Service Unavailable\r
            Retry-After: 1\r
            Content-Length: 0\r
            Connection: close\r
            \r
            """
                    .getBytes(US_ASCII);

    private static final long SWEEP_MILLIS = 500;
    /** Of an IPv6 address: what follows is one client's to choose. */
    private static final int IPV6_PREFIX_BYTES = 8;

    private final Limits limits;
    private final UnreadAnswers unread = new UnreadAnswers();
    /** Without any request so far, without one under way, with one; each in the order of {@link Tracked#sinceNanos}. */
    private final Map<Connection, Tracked> silent = new LinkedHashMap<>(); // guarded by this

    private final Map<Connection, Tracked> idle = new LinkedHashMap<>(); // guarded by this
    private final Map<Connection, Tracked> busy = new LinkedHashMap<>(); // guarded by this
    private final Map<String, Integer> ofAddress = new LinkedHashMap<>(); // guarded by this
    private Scheduler.@Nullable Task sweep; // guarded by this

    /**
     * @param sinceNanos when it was opened, or its last request begun or answered
     * @param request the last one, by which an answer that is told of late is known; null if there was none
     */
    private record Tracked(String address, long sinceNanos, @Nullable Object request) {}

    ConnectionBounds(Limits limits) {
        this.limits = limits;
    }

    @Override
    public void onOpened(Connection connection) {
        String address = address(connection.getEndPoint().getRemoteSocketAddress());
        Optional<Connection> victim = add(connection, address);
        victim.filter(each -> each == connection).ifPresent(ConnectionBounds::refuse);
        close(victim);
    }

    private static void refuse(Connection newcomer) {
        try {
            newcomer.getEndPoint().flush(ByteBuffer.wrap(FULL));
            newcomer.getEndPoint().shutdownOutput();
        } catch (IOException e) {
            // It is gone already.
        }
    }

    /** @return what must be closed for it, which may be the newcomer itself */
    private synchronized Optional<Connection> add(Connection connection, String address) {
        boolean isFullForAddress = ofAddress.getOrDefault(address, 0) >= limits.ofAddress();
        boolean isFull = size() >= limits.all();
        Optional<Connection> victim = Optional.empty();
        if (isFullForAddress || isFull) {
            victim = victim(isFullForAddress ? address : null);
            if (victim.isEmpty()) {
                return Optional.of(connection);
            }
            forget(victim.get());
        }
        silent.put(connection, new Tracked(address, System.nanoTime(), null));
        ofAddress.merge(address, 1, Integer::sum);
        return victim;
    }

    private Optional<Connection> victim(@Nullable String address) {
        return Stream.of(silent, idle)
                .flatMap(group -> group.entrySet().stream())
                .filter(entry -> address == null || entry.getValue().address().equals(address))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    @Override
    public synchronized void onClosed(Connection connection) {
        forget(connection);
    }

    private void forget(Connection connection) {
        Tracked known = remove(connection);
        if (known != null) {
            ofAddress.computeIfPresent(known.address(), (address, count) -> count == 1 ? null : count - 1);
        }
    }

    private @Nullable Tracked remove(Connection connection) {
        for (Map<Connection, Tracked> group : List.of(silent, idle, busy)) {
            Tracked known = group.remove(connection);
            if (known != null) {
                return known;
            }
        }
        return null;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Connection connection = request.getConnectionMetaData().getConnection();
        Object mark = new Object();
        begin(connection, mark);
        Request.addCompletionListener(request, failure -> end(connection, mark));
        return super.handle(request, unread.watch(request, response), callback);
    }

    private synchronized void begin(Connection connection, Object request) {
        Tracked known = remove(connection);
        if (known != null) {
            busy.put(connection, new Tracked(known.address(), System.nanoTime(), request));
        }
    }

    private synchronized void end(Connection connection, Object request) {
        Tracked known = busy.get(connection);
        if (known != null && known.request() == request) {
            busy.remove(connection);
            idle.put(connection, new Tracked(known.address(), System.nanoTime(), request));
        }
    }

    /** Closes what has taken too long for the head of its request. */
    private void closeLate() {
        late().forEach(connection -> close(Optional.of(connection)));
    }

    private synchronized List<Connection> late() {
        List<Connection> late = new ArrayList<>();
        long now = System.nanoTime();
        silent.forEach((connection, since) -> addIfLate(connection, since, now, limits.firstRequest(), late));
        idle.forEach((connection, since) -> addIfLate(connection, since, now, limits.nextRequest(), late));
        return late;
    }

    private static void addIfLate(
            Connection connection, Tracked known, long now, Duration limit, List<Connection> late) {
        if (now - known.sinceNanos() > limit.toNanos()) {
            late.add(connection);
        }
    }

    /** Never under the lock: Jetty calls back. */
    private static void close(Optional<Connection> connection) {
        connection.ifPresent(each -> each.getEndPoint().close());
    }

    private int size() {
        return silent.size() + idle.size() + busy.size();
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        scheduleSweep();
    }

    private synchronized void scheduleSweep() {
        sweep = getServer().getScheduler().schedule(this::sweep, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void sweep() {
        try {
            closeLate();
        } finally {
            if (isStarted() || isStarting()) {
                scheduleSweep();
            }
        }
    }

    @Override
    protected void doStop() throws Exception {
        synchronized (this) {
            if (sweep != null) {
                sweep.cancel();
            }
        }
        super.doStop();
    }

    /** Tells clients apart: an IPv6 client has all addresses of its network of 64 bits. */
    static String address(@Nullable SocketAddress remote) {
        if (!(remote instanceof InetSocketAddress socket)) {
            return "unknown";
        }
        InetAddress address = socket.getAddress();
        byte[] bytes = address == null ? new byte[0] : address.getAddress();
        return HexFormat.of()
                .formatHex(bytes.length > IPV6_PREFIX_BYTES ? Arrays.copyOf(bytes, IPV6_PREFIX_BYTES) : bytes);
    }
}
