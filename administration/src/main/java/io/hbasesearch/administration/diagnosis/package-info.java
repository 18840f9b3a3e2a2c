/* SPDX-License-Identifier: Apache-2.0 */
/** Checks of the facts that the probes have gathered; does no I/O. */
@NullMarked
package io.hbasesearch.administration.diagnosis;

import org.jspecify.annotations.NullMarked;
