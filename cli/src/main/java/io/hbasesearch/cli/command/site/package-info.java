/* SPDX-License-Identifier: Apache-2.0 */
/** The commands that look at a whole site: doctor and status. */
@NullMarked
package io.hbasesearch.cli.command.site;

import org.jspecify.annotations.NullMarked;
