/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.reindex;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.administration.reindex.ReindexAccess;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.Guard;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.Task;
import java.util.function.Function;

/**
 * Runs a task from a command with its progress, and reports how it ended and which command continues it. For the main thread.
 */
final class ReindexRunner {
    private final Session session;
    private final String index;
    private final String resume;

    /** @param resume the command to continue with: the same command, because the position is in the log */
    ReindexRunner(Session session, String index, String resume) {
        this.session = session;
        this.index = index;
        this.resume = resume;
    }

    /** Executes a task. */
    interface Way {
        RunState run(ReindexAccess access, Task task, ReindexView view) throws Exception;
    }

    RunState run(Function<IndexDefinition, Task> task) throws Exception {
        return run(task, ReindexAccess::run);
    }

    RunState run(Function<IndexDefinition, Task> task, Way way) throws Exception {
        session.stopSignal().handle();
        Configuration configuration = session.configuration();
        IndexDefinition definition = configuration.definition(index);
        boolean interrupted = false;
        try (ReindexAccess access = ReindexAccess.open(configuration.service(), definition);
                ReindexView view = new ReindexView(session.console());
                Guard guard = new Guard(session.stopSignal())) {
            RunState end = way.run(access, task.apply(definition), view);
            if (end.state() == RunState.State.DONE) {
                view.finish(end);
            }
            // Closing the guard clears the interrupt flag, which must survive if another thread interrupted this one.
            interrupted = Thread.currentThread().isInterrupted();
            return end;
        } catch (HBaseSearchException | InterruptedException e) {
            throw explained(e);
        } finally {
            if (interrupted && !session.stopSignal().isReceived()) {
                Thread.currentThread().interrupt();
            }
        }
    }

    RuntimeException stopped(RunState end) {
        if (end.failure().isPresent()) {
            RunState.Failure failure = end.failure().get();
            return new HBaseSearchException(
                    failure.code(), failure.message(), next(failure.code(), failure.hint()), null);
        }
        String rows = " after " + end.progress().counts().rows() + " rows";
        if (end.state().isHeld()) {
            // It was asked to stop and has not done so in time.
            return ended(
                    "interrupted" + rows + ", but " + end.heartbeat().owner().name()
                            + " has not confirmed that it stops",
                    "Check its state: hbase-search reindex status " + index);
        }
        if (!session.stopSignal().isReceived()) {
            return ended(
                    "the reindex of " + index + " was stopped" + rows + ", with "
                            + end.heartbeat().owner().name() + " or by another command",
                    resume + ". If serve was stopped, it goes on by itself when it starts");
        }
        return ended("interrupted" + rows + ": they stay, and are correct", resume);
    }

    private static CommandFailure ended(String state, String next) {
        return new CommandFailure(ExitCode.INTERRUPTED, "INTERRUPTED", state, next);
    }

    private String next(ErrorCode code, String hint) {
        return next(index, code, hint, resume);
    }

    /**
     * Returns the hint after a failure. For a permanent failure, the same command would fail again, so only the failure's own
     * hint applies.
     */
    static String next(String index, ErrorCode code, String hint, String resume) {
        if (hint.isEmpty()) {
            return resume;
        }
        // The hint already contains the command to continue with.
        boolean whole = !goesOn(code) || hint.contains("hbase-search reindex " + index);
        return whole ? hint : hint + " Then g" + resume.substring(1);
    }

    private Exception explained(Exception failure) {
        if (session.stopSignal().isReceived()) {
            // A client that is interrupted while it waits fails with its own error.
            return ended("interrupted before this command had read a row; a reindex that ran before goes on", resume);
        }
        if (failure instanceof HBaseSearchException known && goesOn(known.code())) {
            return new HBaseSearchException(
                    known.code(),
                    String.valueOf(known.getMessage()),
                    next(known.code(), known.hint().orElse("")),
                    known);
        }
        return failure;
    }

    /** Returns whether the same command makes sense again once the cause is fixed. */
    private static boolean goesOn(ErrorCode code) {
        return switch (code) {
            case SERVER_UNREACHABLE, TIMED_OUT, THROTTLED, ACCESS_DENIED, DIFFERENCES_FOUND -> true;
            default -> false;
        };
    }
}
