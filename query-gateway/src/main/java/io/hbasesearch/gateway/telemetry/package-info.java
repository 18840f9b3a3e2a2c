/* SPDX-License-Identifier: Apache-2.0 */
/** Records requests in metrics, traces and the access log. */
@NullMarked
package io.hbasesearch.gateway.telemetry;

import org.jspecify.annotations.NullMarked;
