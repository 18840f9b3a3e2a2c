/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Clients that send bulk requests as fast as they can, whatever is answered. Owns its threads. */
final class BulkStorm implements AutoCloseable {
    private static final String BODY = ("{\"index\":{}}\n{\"text\":\"" + "storm ".repeat(200) + "\"}\n").repeat(40);

    private final AtomicBoolean over = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();

    BulkStorm(URI server, int clients) {
        Rest rest = new Rest(server);
        for (int i = 0; i < clients; i++) {
            Thread thread = new Thread(
                    () -> {
                        while (!over.get()) {
                            rest.send("POST", "/storm/_bulk?filter_path=took", BODY);
                        }
                    },
                    "bulk-storm-" + i);
            threads.add(thread);
            thread.start();
        }
    }

    @Override
    public void close() throws InterruptedException {
        over.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
