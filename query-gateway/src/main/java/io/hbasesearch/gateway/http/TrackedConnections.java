/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.eclipse.jetty.io.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Keeps connections by client address, and knows the address that has the most of them. What it does takes about the same time however
 * many connections and addresses there are. For one thread, or under its owner's lock.
 */
final class TrackedConnections {
    private final Map<Connection, Tracked> all = new HashMap<>();
    /** Of each address, in the order in which they were added. */
    private final Map<String, Set<Connection>> ofAddress = new HashMap<>();
    /** The addresses that have so many. */
    private final TreeMap<Integer, Set<String>> addresses = new TreeMap<>();

    /**
     * What is known of a connection.
     *
     * @param sinceNanos when it was opened, or its last request begun or answered
     * @param request the last one, by which an answer that is told of late is known; null if there was none
     */
    record Tracked(String address, long sinceNanos, @Nullable Object request) {}

    /** @param connection must not be there yet */
    void add(Connection connection, Tracked tracked) {
        all.put(connection, tracked);
        Set<Connection> same = ofAddress.computeIfAbsent(tracked.address(), any -> new LinkedHashSet<>());
        same.add(connection);
        count(tracked.address(), same.size() - 1, same.size());
    }

    /** @return what was known of it; null if it is not there */
    @Nullable
    Tracked remove(Connection connection) {
        Tracked known = all.remove(connection);
        if (known != null) {
            Set<Connection> same = ofAddress.get(known.address());
            same.remove(connection);
            count(known.address(), same.size() + 1, same.size());
            if (same.isEmpty()) {
                ofAddress.remove(known.address());
            }
        }
        return known;
    }

    private void count(String address, int before, int now) {
        addresses.computeIfPresent(before, (any, those) -> {
            those.remove(address);
            return those.isEmpty() ? null : those;
        });
        if (now > 0) {
            addresses.computeIfAbsent(now, any -> new LinkedHashSet<>()).add(address);
        }
    }

    @Nullable
    Tracked get(Connection connection) {
        return all.get(connection);
    }

    int size() {
        return all.size();
    }

    int count(String address) {
        return ofAddress.getOrDefault(address, Set.of()).size();
    }

    /** The one of this address that was added first. */
    Optional<Connection> oldest(String address) {
        return ofAddress.getOrDefault(address, Set.of()).stream().findFirst();
    }

    /** The address that has the most, of several the one that has had so many for longest. */
    Optional<String> addressOfMost() {
        return addresses.isEmpty()
                ? Optional.empty()
                : addresses.lastEntry().getValue().stream().findFirst();
    }

    void forEach(BiConsumer<Connection, Tracked> action) {
        all.forEach(action);
    }
}
