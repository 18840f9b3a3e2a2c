/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.gateway.cursor.CursorPosition;
import java.util.Optional;

/**
 * The part of all hits that a page shows.
 *
 * @param size the most hits
 * @param skip hits to skip at the beginning
 * @param from position after which the page begins, or before which it ends
 * @param backward whether it ends at {@code from}
 */
public record PageSpan<P extends CursorPosition>(int size, int skip, Optional<P> from, boolean backward) {}
