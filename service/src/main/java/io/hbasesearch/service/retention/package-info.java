/* SPDX-License-Identifier: Apache-2.0 */
/** The backlog watch and the alarms of a running process. */
@NullMarked
package io.hbasesearch.service.retention;

import org.jspecify.annotations.NullMarked;
