/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.schema;

/** Reports a cell that does not fit its schema. The message follows "the column ..." and never contains the value, nor does a cause. */
public final class UnreadableCellException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnreadableCellException(String message) {
        super(message, null, false, false); // the place in this code says nothing about the row
    }
}
