/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.site;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A system that is asked several questions. One that leaves the first without an answer is not asked any further: each question
 * would take its whole time. For one thread.
 */
final class Remote {
    private @Nullable HBaseSearchException gone;

    /** Asks what it must be able to answer if it is there at all. */
    <T> Asked<T> knock(Supplier<T> question) {
        return ask(question, true);
    }

    /** Asks about one of many objects, of which some may be out of reach. */
    <T> Asked<T> ask(Supplier<T> question) {
        return ask(question, false);
    }

    private <T> Asked<T> ask(Supplier<T> question, boolean knock) {
        if (gone != null) {
            return Asked.NoAnswer.of(gone, true);
        }
        try {
            return Asked.answer(question.get());
        } catch (HBaseSearchException e) {
            if (knock && e.failureClass() == FailureClass.TRANSIENT) {
                gone = e;
            }
            return Asked.NoAnswer.of(e, false);
        } catch (RuntimeException e) {
            // A diagnosis that ends with the first surprise would be of no use in the middle of a trouble.
            return Asked.NoAnswer.of(new HBaseSearchException(ErrorCode.INTERNAL, String.valueOf(e), null, e), false);
        }
    }
}
