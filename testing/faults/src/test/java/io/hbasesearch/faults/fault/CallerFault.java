/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import java.time.Duration;

/** What callers of the gateway do, each from addresses of its own. Others must have their answers, and liveness too. */
public sealed interface CallerFault extends Fault {
    /** Connections that send nothing, or only the beginning of a request. */
    record SilentConnections(int number, Duration duration) implements CallerFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            try (Callers callers = new Callers(arena)) {
                for (int i = 0; i < number; i++) {
                    callers.connect(i, i % 2 == 0 ? "" : "GET /v1/ind");
                }
                return callers.hold(duration, "%d connections without a request".formatted(number));
            }
        }
    }

    /** Searches whose bodies come byte by byte, or not at all. */
    record SlowBodies(int number, Duration duration) implements CallerFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            String head = "POST /v1/indexes/%s/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            .formatted(arena.site().index())
                    + "Content-Length: 1000\r\n\r\n{";
            try (Callers callers = new Callers(arena)) {
                for (int i = 0; i < number; i++) {
                    callers.connect(i, head);
                }
                return callers.hold(duration, "%d slow bodies".formatted(number));
            }
        }
    }
}
