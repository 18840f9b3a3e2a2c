/* SPDX-License-Identifier: Apache-2.0 */
/** Guesses the structure of rows from a sample: a first draft for an expert to review. Pure. */
package io.hbasesearch.core.guess;
