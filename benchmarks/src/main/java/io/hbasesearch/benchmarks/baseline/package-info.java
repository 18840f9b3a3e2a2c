/* SPDX-License-Identifier: Apache-2.0 */
/** What ours is compared with: servers' own clients, and nothing else. */
@NullMarked
package io.hbasesearch.benchmarks.baseline;

import org.jspecify.annotations.NullMarked;
