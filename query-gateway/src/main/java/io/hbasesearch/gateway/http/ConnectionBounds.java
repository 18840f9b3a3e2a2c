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
 * Limits a listener's connections, in all and for each client address. A new connection is always accepted while another one has no request
 * in progress: that one is closed in its place, first one that has never sent a request, and of these the oldest. Connections that are
 * silent, or send a request's head byte by byte, therefore delay no other. A connection that has not sent a whole head in time is closed in
 * any case. Answers that callers do not read are limited by {@link UnreadAnswers}.
 *
 * <p>Runs before all other handlers, and listens to the connections of a connector. Safe for use by several threads.
 */
final class ConnectionBounds extends Handler.Wrapper implements Connection.Listener {
    /** Limits of connections, and of the time for the head of a request. */
    record Limits(int all, int ofAddress, Duration firstRequest, Duration nextRequest) {
        private static final int MOST = GatewayResilience.Admission.CONNECTIONS;
        /** Half of all: a proxy before the gateway has one address. */
        static final int OF_ADDRESS = MOST / 2;

        /**
         * @param ofAddress if the process may open as many files as {@link #MOST} connections need; else the same share of fewer
         *     connections
         */
        static Limits of(int ofAddress) {
            int all = Math.min(MOST, Math.max(1, openFiles() / 2));
            int share = (int) Math.min(all, (long) ofAddress * all / MOST);
            return new Limits(all, Math.max(1, share), Duration.ofSeconds(10), Duration.ofSeconds(30));
        }

        /** Returns the limit of open files, some of which an index needs too. */
        private static int openFiles() {
            return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                    ? (int) Math.min(Integer.MAX_VALUE, unix.getMaxFileDescriptorCount())
                    : Integer.MAX_VALUE;
        }
    }

    /** Answer to a connection that is rejected, if it can be sent without waiting. */
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
    /** Network part of an IPv6 address: a client can choose the rest. */
    private static final int IPV6_PREFIX_BYTES = 8;

    private final Limits limits;
    private final UnreadAnswers unread = new UnreadAnswers();
    /** Connections without any request so far, without one in progress, with one; each in the order of {@link Tracked#sinceNanos}. */
    private final Map<Connection, Tracked> silent = new LinkedHashMap<>(); // guarded by this

    private final Map<Connection, Tracked> idle = new LinkedHashMap<>(); // guarded by this
    private final Map<Connection, Tracked> busy = new LinkedHashMap<>(); // guarded by this
    private final Map<String, Integer> ofAddress = new LinkedHashMap<>(); // guarded by this
    private Scheduler.@Nullable Task sweep; // guarded by this

    /**
     * State of a connection.
     *
     * @param sinceNanos when it was opened, or when its last request began or was answered
     * @param request the last one, to recognize a late notice of its end; null if there was none
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
            // The connection is closed already.
        }
    }

    /** @return what must be closed for it, which may be the new connection itself */
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

    /** Closes connections that took too long for the head of a request. */
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

    /** Closes a connection; never under the lock, because Jetty calls back. */
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

    /** Identifies clients: an IPv6 client has all addresses of its 64-bit network. */
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
