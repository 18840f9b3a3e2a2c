/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

/** The text form of row keys in input and output. */
public enum RowKeyFormat {
    /** UTF-8. A key that is not valid UTF-8 makes its row unmappable. */
    TEXT,
    /** Any bytes; shown in hexadecimal digits. */
    BINARY
}
