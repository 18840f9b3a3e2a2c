/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.nio.file.Files;
import java.nio.file.Path;

/** The relocated jar as the build made it. */
final class ShippedJar {
    private ShippedJar() {}

    static Path file() {
        Path file = Path.of(System.getProperty("hbasesearch.replication.jar"));
        if (!Files.isRegularFile(file)) {
            throw new IllegalStateException(
                    file + " is not there: build it with 'package' before the integration tests");
        }
        return file;
    }
}
