/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Signals to a server's process. Servers run in a session of their own where the system has {@code setsid}: a Ctrl-C at the
 * terminal reaches the launcher alone, which stops them in order, and one signal reaches a server's children too. Stateless.
 */
final class Signals {
    private static final List<Path> SETSID = List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

    private Signals() {}

    /** The words before a command that give it a session of its own; none where the system cannot. */
    static List<String> ownSession() {
        return SETSID.stream()
                .filter(Files::isExecutable)
                .limit(1)
                .map(Path::toString)
                .toList();
    }

    /**
     * Sends a signal, named without SIG, to a process and, if it has its own session, to its children.
     *
     * @return whether there was anybody to get it
     */
    static boolean send(long pid, String signal) {
        return shellKill(signal, ownSession().isEmpty() ? Long.toString(pid) : "-" + pid);
    }

    private static boolean shellKill(String signal, String target) {
        try {
            // The shell's own kill: small systems have no other.
            Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -s \"$1\" -- \"$2\"", "kill", signal, target)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return kill.onExit().join().exitValue() == 0;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot send SIG" + signal + " to process " + target, e);
        }
    }

    /** SIGTERM, then SIGKILL after the deadline. Returns whether the process ended in time. */
    static boolean stop(ProcessHandle process, Duration deadline) {
        // To the process alone: a launcher passes it on and waits for its server. One that is paused sees it when it
        // goes on.
        shellKill("TERM", Long.toString(process.pid()));
        send(process.pid(), "CONT");
        boolean ended = awaitExit(process, deadline);
        kill(process);
        return ended;
    }

    /** SIGKILL to the process and what is left of its children; waits until it is gone. */
    static void kill(ProcessHandle process) {
        send(process.pid(), "KILL");
        // Also waited for when this thread is interrupted: the caller may delete the files next.
        process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join();
    }

    private static boolean awaitExit(ProcessHandle process, Duration deadline) {
        try {
            process.onExit().get(deadline.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new CompletionException(e.getCause());
        }
    }
}
