/* SPDX-License-Identifier: Apache-2.0 */
/** Reads rows within limits, and a second time where the first read is slow. */
@NullMarked
package io.hbasesearch.gateway.rows;

import org.jspecify.annotations.NullMarked;
