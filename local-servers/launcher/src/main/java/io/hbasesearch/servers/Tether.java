/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends a server when this JVM is gone, however it went: a small shell holds the other end of a pipe, and when the pipe closes
 * it stops the server, by force after 30 s. Compared to a shutdown hook it also works after SIGKILL, and it does not race with
 * the order in which a launcher's own hook stops things. Thread-safe.
 */
final class Tether {
    private static final String SCRIPT =
            """
            read -r released && exit 0
            kill -s TERM -- "$1"; kill -s CONT -- "$2"
            for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
              kill -s 0 -- "$1" || break
              sleep 1
            done
            kill -s KILL -- "$2"
            """;

    // A pipe whose process object is garbage would be closed by its cleaner, and the server would be stopped.
    private static final Set<Tether> held = ConcurrentHashMap.newKeySet();

    private final Process shell;

    private Tether(Process shell) {
        this.shell = shell;
    }

    static Tether to(long pid) throws IOException {
        List<String> session = Signals.ownSession();
        List<String> command = new ArrayList<>(session);
        String process = Long.toString(pid);
        String all = session.isEmpty() ? process : "-" + process;
        command.addAll(List.of("/bin/sh", "-c", SCRIPT, "tether", process, all));
        Process shell = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Tether tether = new Tether(shell);
        held.add(tether);
        return tether;
    }

    /** Lets go of a server that has ended. Idempotent. */
    void release() {
        if (held.remove(this)) {
            shell.destroyForcibly().onExit().join();
        }
    }
}
