/* SPDX-License-Identifier: Apache-2.0 */
/** Guesses how rows are made, from a sample of them: a first draft for somebody who knows. Pure. */
package io.hbasesearch.core.guess;
