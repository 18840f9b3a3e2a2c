/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The configuration of the embedded index.
 *
 * @param directory holds one directory for each index
 * @param refreshInterval how long a write may stay invisible to searches
 * @param bufferBytes size of IndexWriter's buffer for each index
 */
public record LuceneConfig(Path directory, Duration refreshInterval, long bufferBytes) {}
