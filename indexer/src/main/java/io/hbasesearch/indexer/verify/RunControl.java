/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;

/**
 * Limits the rate of one run, retries its calls and stops it.
 *
 * @param outages retries calls while a server is unavailable
 * @param stop ends the run, and every wait of the other two
 */
record RunControl(Pace pace, RetryPolicy outages, StopSignal stop) {}
