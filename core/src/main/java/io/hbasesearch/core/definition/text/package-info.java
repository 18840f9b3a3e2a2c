/* SPDX-License-Identifier: Apache-2.0 */
/** Writes definitions as text again, and compares them. */
@NullMarked
package io.hbasesearch.core.definition.text;

import org.jspecify.annotations.NullMarked;
