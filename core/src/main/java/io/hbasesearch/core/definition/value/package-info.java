/* SPDX-License-Identifier: Apache-2.0 */
/** The forms of fields and values: types, encodings, dates, texts and patterns of qualifiers. */
@NullMarked
package io.hbasesearch.core.definition.value;

import org.jspecify.annotations.NullMarked;
