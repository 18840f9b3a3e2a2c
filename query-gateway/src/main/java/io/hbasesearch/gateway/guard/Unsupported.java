/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.guard;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;

/** Reports features that this gateway was built without. Stateless. */
public final class Unsupported {
    private static final int NOT_IMPLEMENTED = 501;

    private Unsupported() {}

    /** @param what words that follow "does not support" */
    public static ProblemException problem(String what) {
        return new ProblemException(ProblemDocument.of(
                NOT_IMPLEMENTED,
                ErrorCode.USAGE,
                "this gateway does not support " + what,
                "Use hbase-search serve or hbase-search gateway, which support them."));
    }
}
