/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.Guard;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import java.util.concurrent.Callable;

/** Runs a part of a command that a signal can end, so that the command can suggest what to do next. Stateless. */
public final class Stoppable {
    private Stoppable() {}

    /**
     * Runs the work on this thread, which a signal interrupts.
     *
     * @param state what is known of the interrupted work, a few words
     * @param next what to do then
     */
    public static <T> T call(Session session, String state, String next, Callable<T> work) throws Exception {
        session.stopSignal().handle();
        try (Guard guard = new Guard(session.stopSignal())) {
            return work.call();
        } catch (CommandFailure e) {
            throw e;
        } catch (InterruptedException | RuntimeException e) {
            // A client that is interrupted while it waits fails with its own error.
            if (session.stopSignal().isReceived()) {
                throw new CommandFailure(ExitCode.INTERRUPTED, "INTERRUPTED", "interrupted: " + state, next);
            }
            throw e;
        }
    }
}
