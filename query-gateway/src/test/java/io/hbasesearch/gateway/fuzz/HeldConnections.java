/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.fuzz;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Keeps many connections to one port open: each sends what it is told to when it opens, then, if it is to be slow, one byte in a
 * second. One that the server closes is opened again a second later. Owns one thread.
 */
final class HeldConnections implements AutoCloseable {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long SELECT_MILLIS = 20;
    private static final int READ_BYTES = 4096;
    private static final byte SLOW_BYTE = ' ';

    private final InetSocketAddress server;
    private final List<String> addresses;
    private final byte[] begin;
    private final boolean slow;
    private final Selector selector = Selector.open();
    private final Set<SocketChannel> open = new HashSet<>();
    private final Queue<Absent> absent = new ArrayDeque<>();
    private final ByteBuffer read = ByteBuffer.allocate(READ_BYTES);
    private final Thread thread = new Thread(this::run, "held-connections");
    private long nextSlowBytes = System.nanoTime() + SECOND;
    private volatile int opened;
    private volatile long closedByServer;
    private volatile boolean stopped;

    /** A connection that is not there, and when to open it. */
    private record Absent(String address, long dueNanos) {}

    /**
     * @param addresses of this machine that the connections come from, in turn
     * @param begin what each sends first; may be nothing
     */
    HeldConnections(int port, int count, List<String> addresses, byte[] begin, boolean slow) throws IOException {
        this.server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.addresses = List.copyOf(addresses);
        this.begin = begin.clone();
        this.slow = slow;
        for (int i = 0; i < count; i++) {
            absent.add(new Absent(this.addresses.get(i % this.addresses.size()), System.nanoTime()));
        }
        thread.setDaemon(true);
        thread.start();
    }

    /** How many are open by now. */
    int open() {
        return opened;
    }

    /** How many the server has closed so far. */
    long closedByServer() {
        return closedByServer;
    }

    private void run() {
        try {
            while (!stopped) {
                openDue();
                selector.select(SELECT_MILLIS);
                for (SelectionKey key : new ArrayList<>(selector.selectedKeys())) {
                    handle(key);
                }
                selector.selectedKeys().clear();
                sendSlowBytes();
                opened = open.size();
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void openDue() throws IOException {
        while (!absent.isEmpty() && System.nanoTime() - absent.element().dueNanos() >= 0) {
            String address = absent.remove().address();
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.bind(new InetSocketAddress(address, 0));
            SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT, address);
            if (channel.connect(server)) {
                begin(key, channel);
            }
        }
    }

    private void handle(SelectionKey key) throws IOException {
        SocketChannel channel = (SocketChannel) key.channel();
        try {
            if (key.isConnectable() && channel.finishConnect()) {
                begin(key, channel);
            } else if (key.isReadable()) {
                read.clear();
                if (channel.read(read) < 0) {
                    openLater(key, channel);
                }
            }
        } catch (IOException e) {
            openLater(key, channel);
        }
    }

    private void begin(SelectionKey key, SocketChannel channel) throws IOException {
        key.interestOps(SelectionKey.OP_READ);
        open.add(channel);
        channel.write(ByteBuffer.wrap(begin));
    }

    private void openLater(SelectionKey key, SocketChannel channel) throws IOException {
        key.cancel();
        channel.close();
        open.remove(channel);
        closedByServer = closedByServer + 1;
        absent.add(new Absent((String) key.attachment(), System.nanoTime() + SECOND));
    }

    private void sendSlowBytes() throws IOException {
        if (!slow || System.nanoTime() - nextSlowBytes < 0) {
            return;
        }
        nextSlowBytes = System.nanoTime() + SECOND;
        for (SocketChannel channel : new ArrayList<>(open)) {
            try {
                channel.write(ByteBuffer.wrap(new byte[] {SLOW_BYTE}));
            } catch (IOException e) {
                openLater(channel.keyFor(selector), channel);
            }
        }
    }

    @Override
    public void close() throws IOException {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (SocketChannel channel : open) {
            channel.close();
        }
        selector.close();
    }
}
