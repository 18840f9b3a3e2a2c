/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.site;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A system that is asked several questions. One that leaves the first without an answer is not asked any further: each question
 * would take its whole time. Nor is one that has not answered all of them when the time is over. For one thread.
 */
final class Remote {
    private final String name;
    private final Deadline deadline;
    private @Nullable HBaseSearchException gone;
    private boolean late;

    /** @param name of the system, for who reads what is missing */
    Remote(String name, Deadline deadline) {
        this.name = name;
        this.deadline = deadline;
    }

    /** Makes what all questions are asked with: without it, whatever the reason is, none can be. */
    <T> ProbeResult<T> open(Supplier<T> clients) {
        return ask(clients, any -> true);
    }

    /** Asks what it must be able to answer if it is there at all. */
    <T> ProbeResult<T> knock(Supplier<T> question) {
        return ask(question, failure -> failure.failureClass() == FailureClass.TRANSIENT);
    }

    /** Asks about one of many objects, of which some may be out of reach. */
    <T> ProbeResult<T> ask(Supplier<T> question) {
        return ask(question, any -> false);
    }

    /** Its name, if the time was over before it was asked everything. */
    Set<String> late() {
        return late ? Set.of(name) : Set.of();
    }

    private <T> ProbeResult<T> ask(Supplier<T> question, Predicate<HBaseSearchException> isLast) {
        if (gone == null && deadline.isOver()) {
            late = true;
            gone = new HBaseSearchException(
                    ErrorCode.TIMED_OUT,
                    name + " was not asked this: the " + deadline.whole().toSeconds() + " s were over",
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
            // A diagnosis that ends with the first surprise would be of no use in the middle of a trouble.
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
