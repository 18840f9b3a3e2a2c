/* SPDX-License-Identifier: Apache-2.0 */
/** What an index holds of a table: the index definition, its fields and its sources. */
@NullMarked
package io.hbasesearch.core.definition;

import org.jspecify.annotations.NullMarked;
