/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import io.hbasesearch.administration.site.PathFacts;
import io.hbasesearch.administration.site.ServiceFacts;
import io.hbasesearch.core.error.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks that a process indexes, that a process answers searches, and their health. Pure. */
final class ServiceCheck {
    private static final String CHECK = "service";
    private static final String ELSEWHERE = "Start it, or give its address with --service URL.";
    private static final String THERE = "Start it, or correct its address in --service URL: nothing answers there.";

    private ServiceCheck() {}

    static List<Finding> judge(PathFacts facts) {
        List<Finding> findings = new ArrayList<>();
        boolean indexed = facts.states().stream().anyMatch(ServiceFacts.State::indexes);
        boolean searched = facts.states().stream().anyMatch(ServiceFacts.State::searches);
        for (ServiceFacts service : facts.services()) {
            service.state().value().ifPresent(state -> findings.add(judge(service, state)));
            // If one process does both, nothing listens at the default address of the other.
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
                    "none of the processes that answered indexes edits",
                    "Add the address of one that does with --service URL, or start one: hbase-search indexer."));
        }
        if (facts.services().isEmpty()) {
            findings.add(Finding.unknown(
                    CHECK,
                    "all",
                    "the configuration has no port of a process",
                    "Give its address with --service URL."));
        }
        return findings;
    }

    /** Returns whether every process was reached and reports its kind: one that does not may be an indexer. */
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
            case "degraded" -> Finding.warning(CHECK, address, message, "Follow its warning.");
            default ->
                Finding.wrong(
                        CHECK,
                        address,
                        ExitCode.FAILED,
                        message,
                        "Follow the messages of its components; its log has more.");
        };
    }
}
