/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.spi.ViewUse;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.cursor.CursorPosition;
import io.hbasesearch.gateway.request.VerifyMode;
import java.util.Optional;

/**
 * Request for a page of hits that the index finds.
 *
 * @param skip hits to skip at the beginning
 * @param from position after which the page begins, or before which it ends
 * @param view state of the index to search
 * @param oneWay whether the caller never requests previous pages
 * @param caller who made the request
 * @param verify empty for the default check, which is skipped while HBase cannot be reached
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
