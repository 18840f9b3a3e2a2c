/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import java.util.List;

/** Builds the error for a name that does not exist. Stateless. */
public final class Names {
    private Names() {}

    public static HBaseSearchException notFound(String kind, String name, IndexBackend backend) {
        List<String> known =
                backend.admin().list().stream().map(IndexMetadata::index).toList();
        return new HBaseSearchException(
                ErrorCode.INDEX_NOT_FOUND,
                "no " + kind + " '" + name + "'",
                known.isEmpty()
                        ? "Create one: hbase-search index create " + name
                        : "There are: " + String.join(", ", known),
                null);
    }
}
