/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.site;

import io.hbasesearch.administration.diagnosis.Findings;
import io.hbasesearch.administration.diagnosis.PathDiagnosis;
import io.hbasesearch.administration.site.SiteInspector;
import io.hbasesearch.cli.session.Session;
import picocli.CommandLine.Command;

@Command(
        name = "status",
        description =
                "Show the whole path of an edit: peer and WAL backlog, lag of each index, dead letters, divergence,"
                        + " processes, document counts, epochs. Parts that are down are named, the others shown.")
public final class StatusCommand extends SiteCommand {
    StatusCommand(Session session) {
        super(session);
    }

    @Override
    Findings ask(SiteInspector gathering) throws InterruptedException {
        return PathDiagnosis.of(gathering.path());
    }

    @Override
    String rowsName() {
        return "parts";
    }

    @Override
    String next() {
        return "To check settings, permissions, clocks and mappings as well: hbase-search doctor";
    }
}
