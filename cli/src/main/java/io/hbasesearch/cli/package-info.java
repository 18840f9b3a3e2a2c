/* SPDX-License-Identifier: Apache-2.0 */
/** The program: its top command, and how it reports failures. */
@NullMarked
package io.hbasesearch.cli;

import org.jspecify.annotations.NullMarked;
