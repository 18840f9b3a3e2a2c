/* SPDX-License-Identifier: Apache-2.0 */
/** Whether a query is answered by the table or by the index. Nothing here does I/O but the reading of paths. */
@NullMarked
package io.hbasesearch.gateway.plan;

import org.jspecify.annotations.NullMarked;
