/* SPDX-License-Identifier: Apache-2.0 */
/** Names the indexes that the gateway serves, and makes fences on them. */
@NullMarked
package io.hbasesearch.gateway.catalog;

import org.jspecify.annotations.NullMarked;
