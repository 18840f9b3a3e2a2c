/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.service;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.service.ServeProcess;
import io.hbasesearch.service.ServiceProcess;
import picocli.CommandLine.Command;

@Command(
        name = "serve",
        description = "Run indexer and gateway in one process, as required by an embedded Lucene index.")
public final class ServeCommand extends ServiceCommand {
    public ServeCommand(Session session) {
        super(session);
    }

    @Override
    ServiceProcess process() {
        Configuration configuration = session().configuration();
        return new ServeProcess(configuration.service(), definitionFiles(configuration));
    }
}
