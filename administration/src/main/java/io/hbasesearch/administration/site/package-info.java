/* SPDX-License-Identifier: Apache-2.0 */
/** Probes of every part of a site, which change nothing. */
@NullMarked
package io.hbasesearch.administration.site;

import org.jspecify.annotations.NullMarked;
