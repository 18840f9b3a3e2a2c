/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import io.hbasesearch.administration.site.SiteFacts;
import java.util.ArrayList;
import java.util.List;

/** Checks a site from HBase to the index, with remedies: the findings that {@code doctor} shows. Pure. */
public final class SiteDiagnosis {
    private SiteDiagnosis() {}

    public static Findings of(SiteFacts facts) {
        List<Finding> findings = new ArrayList<>(EndpointCheck.judge(facts));
        findings.addAll(TableCheck.judge(facts));
        findings.addAll(PathDiagnosis.path(facts.path()));
        findings.addAll(TopicCheck.judge(facts));
        findings.addAll(MappingCheck.judge(facts));
        findings.addAll(ClockCheck.judge(facts));
        findings.addAll(PermissionCheck.judge(facts));
        findings.addAll(ConfigurationCheck.judge(facts));
        findings.addAll(TimeCheck.judge(facts.late()));
        return new Findings(findings);
    }
}
