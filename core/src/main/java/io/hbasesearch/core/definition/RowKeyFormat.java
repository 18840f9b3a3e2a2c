/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

/** How row keys are shown and typed. */
public enum RowKeyFormat {
    /** UTF-8. A key that is not valid UTF-8 makes its row unmappable. */
    TEXT,
    /** Any bytes; shown in hexadecimal digits. */
    BINARY
}
