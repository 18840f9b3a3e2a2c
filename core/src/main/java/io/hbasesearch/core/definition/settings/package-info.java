/* SPDX-License-Identifier: Apache-2.0 */
/** Declares the settings of definition files and what they refer to. */
@NullMarked
package io.hbasesearch.core.definition.settings;

import org.jspecify.annotations.NullMarked;
