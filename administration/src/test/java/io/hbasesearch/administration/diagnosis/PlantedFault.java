/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.administration.site.ProbeResult;
import io.hbasesearch.core.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What is planted into a healthy site, and what has to be said of it.
 *
 * @param exitCode of the command that finds it
 * @param message a part of what is said to be wrong
 * @param remedy a part of how to mend it
 */
record PlantedFault(
        String name,
        Consumer<HealthySite> plant,
        String check,
        Finding.State state,
        int exitCode,
        String message,
        String remedy) {

    /** One fault may show in two places, as a missing service also tells of no scrub; a third would be a guess. */
    void requireDiagnosed() {
        HealthySite site = new HealthySite();
        plant.accept(site);
        Findings findings = SiteDiagnosis.of(site.site());
        List<Finding> found = findings.list().stream()
                .filter(finding -> finding.state() != Finding.State.OK)
                .toList();
        assertThat(found).as("%s", found).hasSizeLessThanOrEqualTo(2).anySatisfy(finding -> {
            assertThat(finding.check()).isEqualTo(check);
            assertThat(finding.state()).isEqualTo(state);
            assertThat(finding.message()).contains(message);
            assertThat(finding.remedy().orElseThrow()).contains(remedy);
        });
        assertThat(findings.exitCode()).isEqualTo(exitCode);
    }

    /** The answer that a server did not give. */
    static <T> ProbeResult<T> none(ErrorCode code) {
        return new ProbeResult.Unavailable<>(code, "planted", Optional.empty(), false);
    }

    @Override
    public String toString() {
        return name;
    }
}
