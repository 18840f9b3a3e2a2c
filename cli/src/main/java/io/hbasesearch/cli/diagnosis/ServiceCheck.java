/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.diagnosis;

import io.hbasesearch.cli.ExitCode;
import io.hbasesearch.cli.site.PathFacts;
import io.hbasesearch.cli.site.ServiceFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Whether somebody indexes and somebody answers searches, and how they are. Pure. */
final class ServiceCheck {
    private static final String CHECK = "service";
    private static final String ELSEWHERE = "Start it, or name where it is with --service URL.";
    private static final String THERE = "Start it, or name where it is: nobody answers there for --service URL.";

    private ServiceCheck() {}

    static List<Finding> judge(PathFacts facts) {
        List<Finding> findings = new ArrayList<>();
        boolean indexed = facts.states().stream().anyMatch(ServiceFacts.State::indexes);
        boolean searched = facts.states().stream().anyMatch(ServiceFacts.State::searches);
        for (ServiceFacts service : facts.services()) {
            service.state().value().ifPresent(state -> findings.add(judge(service, state)));
            // Where one process does both, nobody is at the address that the other would have by default.
            if (service.named() || !indexed || !searched) {
                service.state()
                        .complaint()
                        .ifPresent(none -> findings.add(Finding.of(
                                CHECK, service.address().toString(), none, service.named() ? THERE : ELSEWHERE)));
            }
        }
        if (!indexed && allTell(facts)) {
            findings.add(Finding.warning(
                    CHECK,
                    "indexer",
                    "none of the processes that were asked puts edits into indexes",
                    "Name the one that does with --service URL as well, or start one: hbase-search indexer."));
        }
        if (facts.services().isEmpty()) {
            findings.add(Finding.unknown(
                    CHECK,
                    "all",
                    "the configuration names no port to look at",
                    "Name where it is with --service URL."));
        }
        return findings;
    }

    /** Whether each was reached and says what it is: one that does not may be an indexer. */
    private static boolean allTell(PathFacts facts) {
        return !facts.services().isEmpty()
                && facts.services().stream().allMatch(service -> service.state()
                        .value()
                        .filter(state -> !state.applications().isEmpty())
                        .isPresent());
    }

    private static Finding judge(ServiceFacts service, ServiceFacts.State state) {
        String address = service.address().toString();
        String name = String.join(", ", state.applications());
        String complaints = state.complaints().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(complaint -> complaint.getKey() + ": " + complaint.getValue())
                .collect(Collectors.joining("; "));
        String message = name + " is " + state.status() + (complaints.isEmpty() ? "" : ": " + complaints);
        return switch (state.status()) {
            case "ok" -> Finding.ok(CHECK, address, message);
            case "degraded" -> Finding.warning(CHECK, address, message, "Do what its warning says.");
            default ->
                Finding.wrong(
                        CHECK,
                        address,
                        ExitCode.FAILED,
                        message,
                        "Do what it says of its components; its log has more.");
        };
    }
}
