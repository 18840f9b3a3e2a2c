/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What every HTTP listener of this project shares: limits, who may call, problem documents, JSON. Nothing here knows of
 * searches.
 */
@NullMarked
package io.hbasesearch.gateway.http;

import org.jspecify.annotations.NullMarked;
