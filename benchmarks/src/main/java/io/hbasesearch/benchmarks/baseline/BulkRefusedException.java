/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import java.io.IOException;

/** Elasticsearch has too much under way to take a bulk request, or all of it. */
public final class BulkRefusedException extends IOException {
    private static final long serialVersionUID = 1;

    public BulkRefusedException(String message) {
        super(message);
    }
}
