/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Where the embedded index is and how it is written.
 *
 * @param directory holds one directory for each index
 * @param refreshInterval how long a write may stay invisible to searches
 * @param bufferBytes IndexWriter's buffer for each index
 */
public record LuceneConfig(Path directory, Duration refreshInterval, long bufferBytes) {}
