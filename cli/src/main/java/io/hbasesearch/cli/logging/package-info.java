/* SPDX-License-Identifier: Apache-2.0 */
/** Configures the log, and removes secrets from it. */
@NullMarked
package io.hbasesearch.cli.logging;

import org.jspecify.annotations.NullMarked;
