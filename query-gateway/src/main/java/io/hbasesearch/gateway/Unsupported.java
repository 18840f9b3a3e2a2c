/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;

/** What a gateway was not given the means for. No state. */
final class Unsupported {
    private static final int NOT_IMPLEMENTED = 501;

    private Unsupported() {}

    /** @param what in words that follow upon "does not know" */
    static ProblemException problem(String what) {
        return new ProblemException(ProblemDocument.of(
                NOT_IMPLEMENTED,
                ErrorCode.USAGE,
                "this gateway does not know " + what,
                "It was built into a process without them: hbase-search serve and hbase-search gateway have them."));
    }
}
