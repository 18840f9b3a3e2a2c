/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.service;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.service.GatewayProcess;
import io.hbasesearch.service.ServiceProcess;
import picocli.CommandLine.Command;

@Command(name = "gateway", description = "Run a query gateway over Elasticsearch: REST API and search page.")
public final class GatewayCommand extends ServiceCommand {
    public GatewayCommand(Session session) {
        super(session);
    }

    @Override
    ServiceProcess process() {
        Configuration configuration = session().configuration();
        return new GatewayProcess(configuration.service(), definitionFiles(configuration));
    }
}
