/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.diagnosis;

import io.hbasesearch.cli.site.SiteFacts;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with a site, from HBase to the index, and how to mend it: what {@code doctor} shows. Pure. */
public final class SiteDiagnosis {
    private SiteDiagnosis() {}

    public static Findings of(SiteFacts facts) {
        List<Finding> findings = new ArrayList<>(EndpointJudge.judge(facts));
        findings.addAll(TableJudge.judge(facts));
        findings.addAll(PathDiagnosis.path(facts.path()));
        findings.addAll(TopicJudge.judge(facts));
        findings.addAll(MappingJudge.judge(facts));
        findings.addAll(ClockJudge.judge(facts));
        findings.addAll(PermissionJudge.judge(facts));
        findings.addAll(TimeJudge.judge(facts.late()));
        return new Findings(findings);
    }
}
