/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One connection through a {@link TcpRelay}, with a thread per direction. Closing either side closes both. Thread-safe. */
final class RelayConnection {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final TcpRelay relay;
    private final Socket client;
    private final Socket server;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicInteger openDirections = new AtomicInteger(2);
    private volatile @Nullable HeldReplies hold;

    RelayConnection(TcpRelay relay, Socket client, Socket server) {
        this.relay = relay;
        this.client = client;
        this.server = server;
    }

    void start() {
        relay.startThread("requests", () -> pump(this::forwardRequests));
        relay.startThread("replies", () -> pump(this::forwardReplies));
    }

    void close() {
        closed.countDown();
        closeBoth(client, server);
        relay.ended(this);
    }

    static void closeBoth(Socket first, Socket second) {
        try (first;
                second) {
            // Closing is all there is to do.
        } catch (IOException e) {
            // Nobody can use the sockets any more, which was the point.
        }
    }

    private void pump(Direction direction) {
        try {
            direction.run();
            if (openDirections.decrementAndGet() == 0) {
                close();
            }
        } catch (IOException e) {
            // One side is gone; the other shall notice.
            close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close();
        }
    }

    private void forwardRequests() throws IOException, InterruptedException {
        byte[] buffer = new byte[BUFFER_BYTES];
        InputStream in = client.getInputStream();
        OutputStream out = server.getOutputStream();
        // A text may be split over two reads: its beginning is looked at again with the next piece.
        String before = "";
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            String seen = before + new String(buffer, 0, read, StandardCharsets.ISO_8859_1);
            for (HeldReplies candidate : relay.holds()) {
                if (candidate.catches(seen)) {
                    hold = candidate;
                    before = "";
                    seen = "";
                }
            }
            for (HeldRequest candidate : relay.heldRequests()) {
                if (candidate.catches(seen)) {
                    seen = "";
                    awaitRelease(candidate);
                }
            }
            requireOpen(relay.durationOf(read));
            out.write(buffer, 0, read);
            before = seen.substring(Math.max(0, seen.length() - Hold.MAX_TEXT));
        }
        server.shutdownOutput();
    }

    private void forwardReplies() throws IOException, InterruptedException {
        byte[] buffer = new byte[BUFFER_BYTES];
        InputStream in = server.getInputStream();
        OutputStream out = client.getOutputStream();
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            pause();
            requireOpen(relay.durationOf(read));
            out.write(buffer, 0, read);
        }
        client.shutdownOutput();
    }

    private void pause() throws IOException, InterruptedException {
        HeldReplies holding = hold != null ? hold : relay.holdOfAll();
        if (holding != null) {
            holding.replyArrived();
            while (!holding.awaitRelease(Duration.ofMillis(20))) {
                requireOpen(Duration.ZERO);
            }
        }
        Duration delay = relay.replyDelay();
        if (!delay.isZero()) {
            requireOpen(delay);
        }
    }

    private void awaitRelease(HeldRequest held) throws IOException, InterruptedException {
        while (!held.awaitRelease(Duration.ofMillis(20))) {
            requireOpen(Duration.ZERO);
        }
    }

    private void requireOpen(Duration wait) throws IOException, InterruptedException {
        if (closed.await(wait.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IOException("The connection was cut.");
        }
    }

    /** One direction of the connection, which ends when its sender has nothing more to say. */
    private interface Direction {
        void run() throws IOException, InterruptedException;
    }
}
