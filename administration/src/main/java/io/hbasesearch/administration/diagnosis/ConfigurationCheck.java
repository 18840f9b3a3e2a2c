/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import io.hbasesearch.administration.site.SiteFacts;
import io.hbasesearch.core.spi.IndexDiagnosis.DocumentSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Checks this program's own settings against the servers, and who may read the file with its secrets. Pure. */
final class ConfigurationCheck {
    private static final String SIZE = "document-size";
    private static final String SECRETS = "secrets";
    private static final String FILE = "configuration";

    private ConfigurationCheck() {}

    static List<Finding> judge(SiteFacts facts) {
        List<Finding> findings = new ArrayList<>();
        facts.backend()
                .documentSize()
                .complaint()
                .ifPresent(none -> findings.add(Finding.unknown(
                        SIZE,
                        "index",
                        none.message(),
                        "Grant this user the privilege to monitor the backend, or compare index.elasticsearch.maxDocumentBytes"
                                + " with the memory of its nodes.")));
        facts.backend()
                .documentSize()
                .value()
                .flatMap(size -> size)
                .ifPresent(size -> findings.add(
                        judge(size).with(Map.of("sent_bytes", size.sent(), "accepted_bytes", size.accepted()))));
        findings.add(facts.exposedSecrets()
                .map(exposed -> Finding.warning(
                        SECRETS, FILE, exposed, "Run that chmod, and change the secrets if others use this machine."))
                .orElseGet(
                        () -> Finding.ok(SECRETS, FILE, "it has no secrets that every user of this machine may read")));
        return findings;
    }

    private static Finding judge(DocumentSize size) {
        String nodes = size.accepted() + " bytes, " + size.source();
        return size.sent() <= size.accepted()
                ? Finding.ok(
                        SIZE,
                        "index",
                        "documents of up to " + size.sent() + " bytes are sent; the nodes have room for " + nodes)
                : Finding.warning(
                        SIZE,
                        "index",
                        size.setting() + " is " + size.sent() + " bytes, but the nodes have room for " + nodes
                                + ": larger documents may crash a node or are rejected",
                        "Set " + size.setting() + " to " + size.accepted()
                                + "B or less, or raise the limit of the nodes.");
    }
}
