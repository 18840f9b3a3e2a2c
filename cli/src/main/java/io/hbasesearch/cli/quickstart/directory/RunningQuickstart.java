/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart.directory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the running quickstart for commands in another terminal. Stateless. */
public final class RunningQuickstart {
    private RunningQuickstart() {}

    /** Returns its configuration file, if one runs on the default data directory. */
    public static Optional<Path> configFile(Path home) {
        QuickstartLayout layout = new QuickstartLayout(home.resolve(QuickstartLayout.DEFAULT_NAME));
        return Optional.of(layout.configFile()).filter(Files::exists).filter(file -> DataDirectoryLock.running(layout)
                .isPresent());
    }
}
