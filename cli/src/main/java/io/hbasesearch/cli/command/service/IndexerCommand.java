/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.service;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.service.IndexerProcess;
import io.hbasesearch.service.ServiceProcess;
import picocli.CommandLine.Command;

@Command(
        name = "indexer",
        description = "Run an indexer. Several may run: they share the partitions of an index in Elasticsearch.")
public final class IndexerCommand extends ServiceCommand {
    public IndexerCommand(Session session) {
        super(session);
    }

    @Override
    ServiceProcess process() {
        Configuration configuration = session().configuration();
        return new IndexerProcess(configuration.service(), definitionFiles(configuration));
    }
}
