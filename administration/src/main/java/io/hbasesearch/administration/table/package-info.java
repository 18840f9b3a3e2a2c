/* SPDX-License-Identifier: Apache-2.0 */
/** Tables and their rows: what the {@code table} commands do. */
@NullMarked
package io.hbasesearch.administration.table;

import org.jspecify.annotations.NullMarked;
