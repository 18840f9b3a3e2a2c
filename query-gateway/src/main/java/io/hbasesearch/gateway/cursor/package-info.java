/* SPDX-License-Identifier: Apache-2.0 */
/** Signed cursors: where a caller's pages go on, kept by the caller. */
@NullMarked
package io.hbasesearch.gateway.cursor;

import org.jspecify.annotations.NullMarked;
