/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.spi.ViewUse;
import io.hbasesearch.gateway.cursor.CursorPosition;
import java.util.Optional;

/**
 * What a page is to show of what the index finds.
 *
 * @param skip hits to leave out at the beginning
 * @param from behind which the page begins, or before which it ends
 * @param view which state of the index is looked at
 * @param oneWay whether nobody will ask for the pages before
 * @param caller who asks
 * @param verify empty for the usual check, which is left out while HBase cannot be reached
 * @param columns that the caller wants to see; those that the index maps if empty
 */
record WantedHits(
        SearchableIndex index,
        SearchQuery query,
        int size,
        int skip,
        Optional<CursorPosition.OfSearch> from,
        boolean backward,
        ViewUse view,
        boolean oneWay,
        String caller,
        Optional<VerifyMode> verify,
        Optional<ColumnSelection> columns) {}
