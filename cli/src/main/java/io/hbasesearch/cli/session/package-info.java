/* SPDX-License-Identifier: Apache-2.0 */
/** The environment of one run of the program: streams, options, configuration, exit codes and signals. */
@NullMarked
package io.hbasesearch.cli.session;

import org.jspecify.annotations.NullMarked;
