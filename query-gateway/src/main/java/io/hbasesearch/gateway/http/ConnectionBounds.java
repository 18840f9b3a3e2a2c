/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.management.UnixOperatingSystemMXBean;
import io.hbasesearch.core.config.GatewayResilience;
import io.hbasesearch.gateway.http.TrackedConnections.Tracked;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Bounds a listener's connections. While there is room, everybody is let in: to close what is held costs more than to hold it, as its
 * client comes back at once. When all places are taken, a newcomer is still let in if some connection has no request under way. That one
 * is closed in its place: one that has never sent a request first, and of these the oldest of the address that has the most; but an
 * address that has its share or more pushes out only connections of its own. So connections that are silent, or send a request's head
 * byte by byte, hold nobody up. Those that have sent no whole head in time are closed in any case. No address has more requests under
 * way than its share. Answers that their callers do not read are bounded by {@link UnreadAnswers}.
 *
 * <p>Runs before all other handlers, and listens to the connections of a connector. Safe for use by several threads.
 */
final class ConnectionBounds extends Handler.Wrapper implements Connection.Listener {
    /**
     * Connections, and how long one may take for the head of a request.
     *
     * @param ofAddress of one address, once all are taken; and the most that have a request under way
     */
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
    private static final long MOMENT_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Network part of an IPv6 address: a client can choose the rest. */
    private static final int IPV6_PREFIX_BYTES = 8;

    private final Limits limits;
    private final UnreadAnswers unread = new UnreadAnswers();
    private final TrackedConnections silent = new TrackedConnections(); // guarded by this
    private final TrackedConnections idle = new TrackedConnections(); // guarded by this
    private final TrackedConnections busy = new TrackedConnections(); // guarded by this
    /** The silent and the idle ones together. */
    private final TrackedConnections waiting = new TrackedConnections(); // guarded by this

    private Scheduler.@Nullable Task sweep; // guarded by this

    ConnectionBounds(Limits limits) {
        this.limits = limits;
    }

    @Override
    public void onOpened(Connection connection) {
        String address = address(connection.getEndPoint().getRemoteSocketAddress());
        Optional<Leaving> leaving = add(connection, address);
        if (leaving.filter(each -> each.connection() == connection).isPresent()) {
            refuse(connection);
        } else {
            leaving.ifPresent(ConnectionBounds::close);
        }
    }

    /**
     * A connection that is to be closed.
     *
     * @param hasAnswer whether an answer may still be on its way to the client
     */
    private record Leaving(Connection connection, boolean hasAnswer) {
        static Leaving of(Connection connection, @Nullable Tracked known) {
            return new Leaving(connection, known != null && known.request() != null && !isOlderThanAMoment(known));
        }
    }

    private static void refuse(Connection newcomer) {
        try {
            newcomer.getEndPoint().flush(ByteBuffer.wrap(FULL));
            newcomer.getEndPoint().shutdownOutput();
        } catch (IOException e) {
            // The connection is closed already.
        }
        newcomer.getEndPoint().close();
    }

    /** @return what must be closed for it, which may be the new connection itself */
    private synchronized Optional<Leaving> add(Connection connection, String address) {
        Optional<Leaving> leaving = Optional.empty();
        if (silent.size() + idle.size() + busy.size() >= limits.all()) {
            Optional<Connection> victim = victim(address);
            if (victim.isEmpty()) {
                return Optional.of(new Leaving(connection, false));
            }
            leaving = Optional.of(Leaving.of(victim.get(), forget(victim.get())));
        } else if (busy.count(address) >= limits.ofAddress()) {
            return Optional.of(new Leaving(connection, false));
        }
        Tracked tracked = new Tracked(address, System.nanoTime(), null);
        silent.add(connection, tracked);
        waiting.add(connection, tracked);
        return leaving;
    }

    private Optional<Connection> victim(String address) {
        boolean hasShare = silent.count(address) + idle.count(address) + busy.count(address) >= limits.ofAddress();
        if (hasShare) {
            return oldest(address);
        }
        // The first request of one that was opened a moment ago may be on its way.
        Optional<Connection> oldest =
                silent.addressOfMost().flatMap(silent::oldest).filter(each -> isOlderThanAMoment(silent.get(each)));
        return oldest.or(() -> waiting.addressOfMost().flatMap(this::oldest));
    }

    private Optional<Connection> oldest(String address) {
        return silent.oldest(address).or(() -> idle.oldest(address));
    }

    private static boolean isOlderThanAMoment(@Nullable Tracked known) {
        return known != null && System.nanoTime() - known.sinceNanos() > MOMENT_NANOS;
    }

    @Override
    public synchronized void onClosed(Connection connection) {
        forget(connection);
    }

    private @Nullable Tracked forget(Connection connection) {
        waiting.remove(connection);
        for (TrackedConnections group : List.of(silent, idle, busy)) {
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
        if (!begin(connection, mark)) {
            response.getHeaders().put(HttpHeader.RETRY_AFTER, 1);
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            Response.writeError(request, response, callback, HttpStatus.SERVICE_UNAVAILABLE_503);
            return true;
        }
        Request.addCompletionListener(request, failure -> end(connection, mark));
        return super.handle(request, unread.watch(request, response), callback);
    }

    /** @return whether the connection's address may have one more request under way */
    private synchronized boolean begin(Connection connection, Object request) {
        Tracked known = forget(connection);
        if (known == null) {
            return true;
        }
        boolean hasRoom = busy.count(known.address()) < limits.ofAddress();
        Tracked tracked = new Tracked(known.address(), System.nanoTime(), request);
        if (hasRoom) {
            busy.add(connection, tracked);
        } else {
            addIdle(connection, tracked);
        }
        return hasRoom;
    }

    private synchronized void end(Connection connection, Object request) {
        Tracked known = busy.get(connection);
        if (known != null && known.request() == request) {
            busy.remove(connection);
            addIdle(connection, new Tracked(known.address(), System.nanoTime(), request));
        }
    }

    private void addIdle(Connection connection, Tracked tracked) {
        idle.add(connection, tracked);
        waiting.add(connection, tracked);
    }

    /** Closes connections that took too long for the head of a request. */
    private void closeLate() {
        late().forEach(connection -> close(new Leaving(connection, false)));
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
    private static void close(Leaving leaving) {
        EndPoint endPoint = leaving.connection().getEndPoint();
        if (!leaving.hasAnswer()) {
            reset(endPoint);
        }
        endPoint.close();
    }

    /** Has the kernel forget the connection at once: there is no answer on the way, and an orderly end costs it several packets. */
    private static void reset(EndPoint endPoint) {
        if (endPoint instanceof SocketChannelEndPoint socket) {
            try {
                socket.getChannel().setOption(StandardSocketOptions.SO_LINGER, 0);
            } catch (IOException e) {
                // It is gone already.
            }
        }
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
