/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.site;

import io.hbasesearch.administration.diagnosis.Findings;
import io.hbasesearch.administration.diagnosis.SiteDiagnosis;
import io.hbasesearch.administration.site.SiteInspector;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.cli.session.Versions;
import io.hbasesearch.core.config.ServiceConfigReader;
import picocli.CommandLine.Command;

@Command(
        name = "doctor",
        description = "Check a site from end to end: the endpoint on every RegionServer, replication, topics, epochs,"
                + " mappings, clocks, permissions, processes. Reports what is wrong and how to fix it.")
public final class DoctorCommand extends SiteCommand {
    DoctorCommand(Session session) {
        super(session);
    }

    @Override
    Findings ask(SiteInspector gathering) throws InterruptedException {
        return SiteDiagnosis.of(gathering.site(
                Versions.program(),
                new ServiceConfigReader(session().environment())
                        .exposedSecrets(session().configFile())));
    }

    @Override
    String rowsName() {
        return "findings";
    }

    @Override
    String next() {
        return "To compare an index with its table row by row: hbase-search verify INDEX";
    }
}
