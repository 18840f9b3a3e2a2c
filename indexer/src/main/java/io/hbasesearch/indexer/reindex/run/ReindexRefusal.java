/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import io.hbasesearch.core.error.HBaseSearchException;
import java.util.Objects;

/**
 * The reason why the owner of the index accepted a request but could not carry it out. A run reports its own failures; this is for
 * failures that prevent a process from claiming a run, or from cancelling one that has no owner.
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
