/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import java.util.List;

/**
 * Several rows, read directly from HBase.
 *
 * @param rows those that exist, in the order of the keys
 * @param missing the keys without a row, in the requested format
 * @param unread the keys whose rows do not fit this answer, or that HBase did not return; repeat the request with these keys to continue
 * @param cut why there are unread keys
 */
public record RowsAnswer(
        String index,
        String table,
        List<RowAnswer> rows,
        List<String> missing,
        List<String> unread,
        List<SearchAnswer.Cut> cut,
        AsOf asOf) {}
