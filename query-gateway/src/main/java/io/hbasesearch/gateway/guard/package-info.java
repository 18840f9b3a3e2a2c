/* SPDX-License-Identifier: Apache-2.0 */
/** Protects backends and callers from each other: admission, rates, breakers and deadlines. */
@NullMarked
package io.hbasesearch.gateway.guard;

import org.jspecify.annotations.NullMarked;
