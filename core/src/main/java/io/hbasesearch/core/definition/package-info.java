/* SPDX-License-Identifier: Apache-2.0 */
/** Describes an index definition: its fields, their sources, conditions and options. */
@NullMarked
package io.hbasesearch.core.definition;

import org.jspecify.annotations.NullMarked;
