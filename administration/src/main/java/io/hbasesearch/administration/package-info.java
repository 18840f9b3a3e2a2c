/* SPDX-License-Identifier: Apache-2.0 */
/** The configuration of a site, its index backend, and what the packages below share. */
@NullMarked
package io.hbasesearch.administration;

import org.jspecify.annotations.NullMarked;
