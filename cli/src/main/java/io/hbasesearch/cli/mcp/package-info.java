/* SPDX-License-Identifier: Apache-2.0 */
/** Answers AI agents by the Model Context Protocol. The only package that knows the protocol's SDK. */
@NullMarked
package io.hbasesearch.cli.mcp;

import org.jspecify.annotations.NullMarked;
