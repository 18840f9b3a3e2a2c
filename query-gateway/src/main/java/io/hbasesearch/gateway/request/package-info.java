/* SPDX-License-Identifier: Apache-2.0 */
/** Reads and checks what callers ask: parameters, bodies, keys and sort orders. */
@NullMarked
package io.hbasesearch.gateway.request;

import org.jspecify.annotations.NullMarked;
