/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Ends a request with this problem document. */
public class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ProblemDocument problem;

    public ProblemException(ProblemDocument problem) {
        this(problem, null);
    }

    public ProblemException(ProblemDocument problem, @Nullable Throwable cause) {
        super(problem.detail(), cause);
        this.problem = Objects.requireNonNull(problem, "problem");
    }

    public ProblemDocument problem() {
        return problem;
    }
}
