/* SPDX-License-Identifier: Apache-2.0 */
/** Decides whether the table or the index answers a query. Nothing here does I/O except the reading of paths. */
@NullMarked
package io.hbasesearch.gateway.plan;

import org.jspecify.annotations.NullMarked;
