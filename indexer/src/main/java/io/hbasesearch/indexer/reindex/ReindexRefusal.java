/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.error.HBaseSearchException;
import java.util.Objects;

/**
 * Why a request was taken up and came to nothing, by whoever owns the index. A run tells of its own failures; this is for those that
 * keep a process from owning one, or from ending one for good that nobody works on.
 *
 * @param request its id
 */
public record ReindexRefusal(String request, RunState.Failure why) {
    public ReindexRefusal {
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(why, "why");
    }

    public static ReindexRefusal of(String request, HBaseSearchException failure) {
        return new ReindexRefusal(
                request,
                new RunState.Failure(
                        failure.code(),
                        String.valueOf(failure.getMessage()),
                        failure.hint().orElse("")));
    }

    HBaseSearchException failure() {
        return new HBaseSearchException(why.code(), why.message(), why.hint().isEmpty() ? null : why.hint(), null);
    }
}
