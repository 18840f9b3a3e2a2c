/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.store.Directory;

/** How a physical index's files are reached; tests put a disk that stalls or dies in between. */
interface DirectoryOpener {
    Directory open(Path path) throws IOException;
}
