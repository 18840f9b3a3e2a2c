/* SPDX-License-Identifier: Apache-2.0 */
/** The move of a table and its indexes to the next epoch. */
@NullMarked
package io.hbasesearch.administration.epoch;

import org.jspecify.annotations.NullMarked;
