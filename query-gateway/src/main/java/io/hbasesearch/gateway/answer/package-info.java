/* SPDX-License-Identifier: Apache-2.0 */
/** The answers that callers get, and the rows and pages that they are made of. */
@NullMarked
package io.hbasesearch.gateway.answer;

import org.jspecify.annotations.NullMarked;
