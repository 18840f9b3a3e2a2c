/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.store.Directory;

/** Opens the files of a physical index; tests insert a disk that stalls or fails. */
public interface DirectoryOpener {
    Directory open(Path path) throws IOException;
}
