/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Connections to the gateway, and what it makes of them. One use; for one thread. */
final class Callers implements AutoCloseable {
    private static final Duration BETWEEN = Duration.ofMillis(500);
    /** No measurement: of a search beside other faults. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int ANSWERS = 3;
    /** The gateway lets each have a share of all connections. */
    private static final int ADDRESSES = 4;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final Arena arena;
    private final URI gateway;
    private final List<Caller> open = new ArrayList<>();
    private int ended;
    private int answered;

    Callers(Arena arena) {
        this.arena = arena;
        this.gateway = URI.create(arena.processes().fleet().gateway().address().orElseThrow());
    }

    /** @param trickles whether it has begun a request, of which a byte comes now and then */
    private record Caller(SocketChannel channel, boolean trickles) {}

    /** @param begin of a request; empty for a connection that stays silent */
    void connect(int number, String begin) throws IOException {
        SocketChannel channel = SocketChannel.open();
        open.add(new Caller(channel, !begin.isEmpty()));
        channel.bind(new InetSocketAddress("127.0.0." + (2 + number % ADDRESSES), 0));
        channel.connect(new InetSocketAddress(gateway.getHost(), gateway.getPort()));
        channel.configureBlocking(false);
        try {
            channel.write(ByteBuffer.wrap(begin.getBytes(US_ASCII)));
        } catch (IOException e) {
            // The gateway has ended it already, which is counted when it is looked at.
        }
    }

    /**
     * Holds them, and asks meanwhile as others do. It is felt once the gateway has ended some of the connections and has answered
     * searches of others beside them.
     */
    Effect hold(Duration duration, String what) throws InterruptedException {
        int whole = arena.processes().gateway().whole();
        long begin = System.nanoTime();
        do {
            askAsOthersDo(what);
            trickle();
            Arena.hold(BETWEEN);
        } while (System.nanoTime() - begin < duration.toNanos() || (!isFelt(whole) && isEarly(begin, duration)));
        return new Effect(
                "%s for %d s; the gateway ended %d of them, and gave others %d whole answers meanwhile"
                        .formatted(
                                what,
                                Duration.ofNanos(System.nanoTime() - begin).toSeconds(),
                                ended,
                                answered + arena.processes().gateway().whole() - whole),
                isFelt(whole));
    }

    private boolean isFelt(int whole) {
        return ended > 0 && answered >= ANSWERS && arena.processes().gateway().whole() > whole;
    }

    private boolean isEarly(long begin, Duration duration) {
        return System.nanoTime() - begin < duration.plus(arena.patience()).toNanos();
    }

    private void askAsOthersDo(String what) throws InterruptedException {
        if (!arena.processes().fleet().gateway().isLive()) {
            arena.wrong().accept("the gateway did not say that it lives beside " + what);
        }
        HttpRequest search = HttpRequest.newBuilder(
                        gateway.resolve("/v1/indexes/" + arena.site().index() + "/search"))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"size\": 1, \"timeout\": \"2s\"}"))
                .build();
        try {
            HttpResponse<String> answer = http.send(search, BodyHandlers.ofString());
            // What it lacks and says so may be another fault's doing.
            answered += answer.statusCode() == 200 ? 1 : 0;
        } catch (IOException e) {
            arena.wrong().accept("the gateway did not answer a search beside " + what + ": " + e);
        }
    }

    /** One more byte for each, as far as the gateway still takes it. */
    private void trickle() {
        open.removeIf(caller -> {
            boolean over = hasEnded(caller);
            ended += over ? 1 : 0;
            return over;
        });
    }

    private static boolean hasEnded(Caller caller) {
        try {
            if (caller.channel().read(ByteBuffer.allocate(8_000)) != 0) {
                // An answer, which is an error, or the end.
                caller.channel().close();
                return true;
            }
            if (caller.trickles()) {
                caller.channel().write(ByteBuffer.wrap(new byte[] {'x'}));
            }
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        for (Caller caller : open) {
            caller.channel().close();
        }
    }
}
