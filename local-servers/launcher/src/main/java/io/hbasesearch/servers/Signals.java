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
 * Sends signals to a server's process. Where the system has {@code setsid}, each server runs in its own session: a Ctrl-C at
 * the terminal reaches only the launcher, which stops the servers in order, and one signal also reaches a server's children.
 * Stateless.
 */
final class Signals {
    private static final List<Path> SETSID = List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

    private Signals() {}

    /** Returns the prefix that runs a command in its own session; empty if the system has no {@code setsid}. */
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
     * @return whether there was a process to receive it
     */
    static boolean send(long pid, String signal) {
        return shellKill(signal, ownSession().isEmpty() ? Long.toString(pid) : "-" + pid);
    }

    private static boolean shellKill(String signal, String target) {
        try {
            // Uses the shell's built-in kill: small systems have no other.
            Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -s \"$1\" -- \"$2\"", "kill", signal, target)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return kill.onExit().join().exitValue() == 0;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot send SIG" + signal + " to process " + target, e);
        }
    }

    /** Sends SIGTERM, then SIGKILL after the deadline. Returns whether the process ended in time. */
    static boolean stop(ProcessHandle process, Duration deadline) {
        // Only to the process: a launcher passes it on and waits for its server. A paused process sees it when it
        // continues.
        shellKill("TERM", Long.toString(process.pid()));
        send(process.pid(), "CONT");
        boolean ended = awaitExit(process, deadline);
        kill(process);
        return ended;
    }

    /** Sends SIGKILL to the process and its remaining children; waits at most 10 s until the process is gone. */
    static void kill(ProcessHandle process) {
        send(process.pid(), "KILL");
        // Waits even if this thread is interrupted: the caller may delete the files next.
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
