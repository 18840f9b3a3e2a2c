/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.site;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A system that is asked several questions. It is asked no more if it leaves the first one unanswered, because each question
 * would take its whole timeout, or once the deadline has passed. For one thread.
 */
final class Remote {
    private final String name;
    private final Deadline deadline;
    private @Nullable HBaseSearchException gone;
    private boolean late;

    /** @param name of the system, shown to the user */
    Remote(String name, Deadline deadline) {
        this.name = name;
        this.deadline = deadline;
    }

    /** Creates the clients for all questions: if that fails, for whatever reason, no question can be asked. */
    <T> ProbeResult<T> open(Supplier<T> clients) {
        return ask(clients, any -> true);
    }

    /** Asks a question that the system must answer if it is available at all. */
    <T> ProbeResult<T> knock(Supplier<T> question) {
        return ask(question, failure -> failure.failureClass() == FailureClass.TRANSIENT);
    }

    /** Asks about one of many objects, some of which may be unreachable. */
    <T> ProbeResult<T> ask(Supplier<T> question) {
        return ask(question, any -> false);
    }

    /** Returns its name if the deadline passed before it was asked everything. */
    Set<String> late() {
        return late ? Set.of(name) : Set.of();
    }

    private <T> ProbeResult<T> ask(Supplier<T> question, Predicate<HBaseSearchException> isLast) {
        if (gone == null && deadline.isOver()) {
            late = true;
            gone = new HBaseSearchException(
                    ErrorCode.TIMED_OUT,
                    name + " was not asked: the deadline of " + deadline.limit().toSeconds() + " s had passed",
                    null,
                    null);
        }
        if (gone != null) {
            return ProbeResult.Unavailable.of(gone, true);
        }
        try {
            return ProbeResult.answer(question.get());
        } catch (HBaseSearchException e) {
            return none(e, isLast);
        } catch (RuntimeException e) {
            // A diagnosis must not end with the first unexpected failure: it is needed most when something is broken.
            return none(new HBaseSearchException(ErrorCode.INTERNAL, String.valueOf(e), null, e), isLast);
        }
    }

    private <T> ProbeResult<T> none(HBaseSearchException failure, Predicate<HBaseSearchException> isLast) {
        if (isLast.test(failure)) {
            gone = failure;
        }
        return ProbeResult.Unavailable.of(failure, false);
    }
}
