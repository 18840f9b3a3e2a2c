/* SPDX-License-Identifier: Apache-2.0 */
/** Defects that are planted in copies of our own code: the suite's oracle must catch each of them. */
package io.hbasesearch.faults.mutants;
