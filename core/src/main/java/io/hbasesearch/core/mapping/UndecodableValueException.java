/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

/** Why the bytes of a cell are no value of its field. The message never holds the value, nor does it have a cause that could. */
final class UndecodableValueException extends Exception {
    private static final long serialVersionUID = 1L;

    UndecodableValueException(String message) {
        super(message, null, false, false); // the place in this code says nothing about the row
    }
}
