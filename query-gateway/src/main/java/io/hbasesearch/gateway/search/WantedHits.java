/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.spi.search.ViewUse;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.cursor.CursorPosition;
import io.hbasesearch.gateway.request.SearchParameters;
import io.hbasesearch.gateway.request.VerifyMode;
import java.util.Optional;

/**
 * Request for a page of hits that the index finds.
 *
 * @param view state of the index to search
 * @param paging who made the request, and whether previous pages may be requested
 * @param verify empty for the default check, which is skipped while HBase cannot be reached
 * @param columns that the caller wants to see; those that the index maps if empty
 * @param indexes whose rows share one answer
 */
record WantedHits(
        SearchableIndex index,
        SearchQuery query,
        PageSpan<CursorPosition.OfSearch> span,
        ViewUse view,
        SearchParameters.Paging paging,
        Optional<VerifyMode> verify,
        Optional<ColumnSelection> columns,
        int indexes) {}
