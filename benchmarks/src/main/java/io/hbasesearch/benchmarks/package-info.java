/* SPDX-License-Identifier: Apache-2.0 */
/** Measurements on real servers, run by hand. Nothing here is a test. */
@NullMarked
package io.hbasesearch.benchmarks;

import org.jspecify.annotations.NullMarked;
