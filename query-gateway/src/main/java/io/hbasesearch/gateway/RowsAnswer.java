/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import java.util.List;

/**
 * Several rows, straight from HBase.
 *
 * @param rows those that exist, in the order of the keys
 * @param missing the keys without a row, in the requested format
 * @param unread the keys for whose rows this answer has no room, or whose rows HBase did not give; the same request with these goes
 *     on
 * @param cut why there are such
 */
record RowsAnswer(
        String index,
        String table,
        List<RowAnswer> rows,
        List<String> missing,
        List<String> unread,
        List<SearchAnswer.Cut> cut,
        AsOf asOf) {}
