/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Health and metrics: for the gateway and, through {@link io.hbasesearch.gateway.operations.OperationsServer}, for processes without one.
 */
@NullMarked
package io.hbasesearch.gateway.operations;

import org.jspecify.annotations.NullMarked;
