/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

/**
 * Says what words of a query string find beside themselves. It has no effect on query trees and filters.
 *
 * @param typing whether the word at the end of the text is also a prefix, because its author still types it
 * @param inexact whether long words without a field may differ from those of text fields by one or two edits
 */
public record WordOptions(boolean typing, boolean inexact) {
    /** Words find only themselves. */
    public static final WordOptions EXACT = new WordOptions(false, false);
}
