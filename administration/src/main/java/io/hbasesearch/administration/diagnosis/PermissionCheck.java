/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import io.hbasesearch.administration.site.ProbeResult;
import io.hbasesearch.administration.site.SiteFacts;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.event.TopicName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Checks that this user has the permissions that indexers need: a lost permission looks like deleted rows. Pure. */
final class PermissionCheck {
    private static final String CHECK = "permission";

    private PermissionCheck() {}

    static List<Finding> judge(SiteFacts facts) {
        List<Finding> findings = new ArrayList<>();
        new TreeMap<>(facts.hbase().tables()).forEach((table, known) -> {
            known.read()
                    .complaint()
                    .ifPresent(none -> findings.add(Finding.ofPermission(
                            CHECK,
                            "table " + table,
                            none,
                            "In the HBase shell: grant 'USER', 'R', '" + table + "', for every mapped family")));
            known.read()
                    .value()
                    .ifPresent(
                            may -> findings.add(Finding.ok(CHECK, "table " + table, "its mapped columns can be read")));
        });
        new TreeMap<>(facts.kafka().topics()).forEach((name, asked) -> asked.value()
                .flatMap(topic -> topic)
                .ifPresent(topic -> kafka(facts, "topic", name, topic.missing(), findings)));
        new TreeMap<>(facts.kafka().letters())
                .forEach((index, missing) -> kafka(facts, "topic", TopicName.deadLetters(index), missing, findings));
        new TreeMap<>(facts.kafka().groups())
                .forEach((index, missing) -> kafka(facts, "group of index", index, missing, findings));
        privileges(facts, findings);
        return findings;
    }

    private static void kafka(
            SiteFacts facts, String kind, String name, ProbeResult<Set<String>> missing, List<Finding> findings) {
        String option = kind.equals("topic")
                ? " --topic " + name
                : " --group hbase-search." + name + ". --resource-pattern-type prefixed";
        missing.complaint()
                .ifPresent(none -> findings.add(
                        Finding.ofPermission(CHECK, kind + " " + name, none, "Grant this user DESCRIBE in Kafka.")));
        missing.value()
                .filter(operations -> !operations.isEmpty())
                .ifPresent(operations -> findings.add(Finding.wrong(
                        CHECK,
                        kind + " " + name,
                        ExitCode.ACCESS_DENIED,
                        "Kafka does not let this user " + String.join(", ", new TreeSet<>(operations)),
                        "kafka-acls.sh --bootstrap-server "
                                + facts.path().configured().bootstrapServers()
                                + " --add --allow-principal User:NAME --operation "
                                + String.join(" --operation ", new TreeSet<>(operations)) + option)));
    }

    private static void privileges(SiteFacts facts, List<Finding> findings) {
        facts.backend()
                .privileges()
                .complaint()
                .ifPresent(none -> findings.add(Finding.ofPermission(
                        CHECK, "index", none, "Check the credentials under index in the configuration.")));
        facts.backend()
                .privileges()
                .value()
                .ifPresent(missing -> findings.add(
                        missing.isEmpty()
                                ? Finding.ok(CHECK, "index", "the backend grants all required privileges")
                                : Finding.wrong(
                                        CHECK,
                                        "index",
                                        ExitCode.ACCESS_DENIED,
                                        "the backend does not grant: " + String.join(", ", missing),
                                        "Give this user a role that includes them, with PUT _security/role/NAME.")));
    }
}
