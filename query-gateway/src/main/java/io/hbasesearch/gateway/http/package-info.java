/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Shared parts of every HTTP listener of this project: limits, access control, problem documents, JSON. Nothing here depends on searches.
 */
@NullMarked
package io.hbasesearch.gateway.http;

import org.jspecify.annotations.NullMarked;
