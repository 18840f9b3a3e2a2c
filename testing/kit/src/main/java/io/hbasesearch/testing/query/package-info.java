/* SPDX-License-Identifier: Apache-2.0 */
/** Contracts of what queries find, and in which order. */
@NullMarked
package io.hbasesearch.testing.query;

import org.jspecify.annotations.NullMarked;
