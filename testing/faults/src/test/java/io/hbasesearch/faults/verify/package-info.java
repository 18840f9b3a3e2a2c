/* SPDX-License-Identifier: Apache-2.0 */
/** The command {@code verify} on a million rows: what it costs, and that it finds and repairs every planted divergence. */
package io.hbasesearch.faults.verify;
