/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.schema;

/** Why a cell was not written by its schema, to follow "the column ...". The message never holds the value, nor a cause that could. */
public final class UnreadableCellException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnreadableCellException(String message) {
        super(message, null, false, false); // the place in this code says nothing about the row
    }
}
