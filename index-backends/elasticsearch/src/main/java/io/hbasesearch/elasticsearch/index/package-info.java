/* SPDX-License-Identifier: Apache-2.0 */
/** Creates, describes, switches and cleans physical indexes, and compares them with their definitions. */
@NullMarked
package io.hbasesearch.elasticsearch.index;

import org.jspecify.annotations.NullMarked;
