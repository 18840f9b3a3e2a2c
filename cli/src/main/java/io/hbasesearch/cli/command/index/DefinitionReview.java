/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.index;

import io.hbasesearch.administration.table.TableAdmin;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.yaml.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Shows a proposed definition to the user, who accepts, edits or refuses it. For one thread. */
final class DefinitionReview {
    private final Session session;
    private final FirstDefinition first;

    DefinitionReview(Session session, FirstDefinition first) {
        this.session = session;
        this.first = first;
    }

    /** @throws HBaseSearchException USAGE if the user has to be asked, and stdin is no terminal */
    void requireAnswer(boolean yes) {
        if (!yes && !session.console().terminal().stdin()) {
            throw new HBaseSearchException(
                    ErrorCode.USAGE,
                    "the proposed definition needs a look, but stdin is not a terminal",
                    "Add --yes to use it as it is. To see it: hbase-search index init " + TableAdmin.name(first.table())
                            + " --dry-run",
                    null);
        }
    }

    /** @return the definition, which is written */
    IndexDefinition accept(String proposed, boolean yes) throws IOException, InterruptedException {
        if (yes) {
            return first.write(proposed, session.environment());
        }
        String text = proposed;
        session.console().error(text.stripTrailing());
        while (true) {
            String answer = session.answer("Use this definition of index " + first.index() + "? [y]es, [e]dit, [N]o: ");
            if (answer.matches("e|edit")) {
                text = edited(text);
                session.console().error(text.stripTrailing());
                continue;
            }
            if (!answer.matches("y|yes")) {
                throw new CommandFailure(
                        ExitCode.FAILED, "NOT_CONFIRMED", "nothing was done, because the answer was not yes", "");
            }
            try {
                return first.write(text, session.environment());
            } catch (ConfigurationException e) {
                session.console().error(String.valueOf(e.getMessage()));
            }
        }
    }

    private String edited(String text) throws IOException, InterruptedException {
        String editor = session.environment()
                .getOrDefault("VISUAL", session.environment().getOrDefault("EDITOR", "vi"));
        Path directory = Files.createTempDirectory("hbase-search-index");
        Path file = Files.writeString(directory.resolve(first.index() + ".yaml"), text);
        try {
            int code = new ProcessBuilder("sh", "-c", editor + " \"$1\"", "sh", file.toString())
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) {
                session.console()
                        .warn("'" + editor + "' ended with " + code
                                + ", so the definition is as before: set EDITOR to the editor that you use");
                return text;
            }
            return Files.readString(file);
        } finally {
            Files.deleteIfExists(file);
            Files.delete(directory);
        }
    }
}
