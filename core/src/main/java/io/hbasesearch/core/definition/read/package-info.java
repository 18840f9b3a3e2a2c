/* SPDX-License-Identifier: Apache-2.0 */
/** Reads definition files into index definitions, and reports all of their problems at once. */
@NullMarked
package io.hbasesearch.core.definition.read;

import org.jspecify.annotations.NullMarked;
