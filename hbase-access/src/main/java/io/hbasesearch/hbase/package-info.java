/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Client access to HBase: rows, tables, replication peers. HBase's own types are not exposed; parameters and results are this project's
 * types.
 */
@NullMarked
package io.hbasesearch.hbase;

import org.jspecify.annotations.NullMarked;
