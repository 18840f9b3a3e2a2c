/* SPDX-License-Identifier: Apache-2.0 */
/** The replication peer that announces the edits of tables. */
@NullMarked
package io.hbasesearch.administration.peer;

import org.jspecify.annotations.NullMarked;
