/* SPDX-License-Identifier: Apache-2.0 */
/** One search over several indexes: their pages, merged; begin with {@code SearchAllService}. */
@NullMarked
package io.hbasesearch.gateway.search.several;

import org.jspecify.annotations.NullMarked;
