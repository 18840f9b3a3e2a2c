/* SPDX-License-Identifier: Apache-2.0 */
/** The commands that run the service: serve, indexer and gateway. */
@NullMarked
package io.hbasesearch.cli.command.service;

import org.jspecify.annotations.NullMarked;
