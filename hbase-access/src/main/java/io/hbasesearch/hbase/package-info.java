/* SPDX-License-Identifier: Apache-2.0 */
/**
 * HBase as a client sees it: rows, tables, replication peers. HBase's own types stop here; what goes in and out are this
 * project's.
 */
@NullMarked
package io.hbasesearch.hbase;

import org.jspecify.annotations.NullMarked;
