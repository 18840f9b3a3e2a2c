/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import io.hbasesearch.administration.site.PathFacts;
import java.util.ArrayList;
import java.util.List;

/** Checks the path of an edit, in its order: the findings that {@code status} shows. Pure. */
public final class PathDiagnosis {
    private PathDiagnosis() {}

    public static Findings of(PathFacts facts) {
        List<Finding> findings = path(facts);
        findings.addAll(TimeCheck.judge(facts.late()));
        return new Findings(findings);
    }

    static List<Finding> path(PathFacts facts) {
        List<Finding> findings = new ArrayList<>(PeerCheck.judge(facts));
        findings.addAll(FlowCheck.judge(facts));
        findings.addAll(ServiceCheck.judge(facts));
        findings.addAll(IndexCheck.judge(facts));
        return findings;
    }
}
