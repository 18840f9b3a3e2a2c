/* SPDX-License-Identifier: Apache-2.0 */
/** Access of commands to reindexes, and the MapReduce job that may run them. */
@NullMarked
package io.hbasesearch.administration.reindex;

import org.jspecify.annotations.NullMarked;
