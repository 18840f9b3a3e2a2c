/* SPDX-License-Identifier: Apache-2.0 */
/** One wiring class for each running process, to be read from top to bottom. */
@NullMarked
package io.hbasesearch.service;

import org.jspecify.annotations.NullMarked;
