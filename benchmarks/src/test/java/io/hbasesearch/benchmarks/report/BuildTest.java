/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class BuildTest {
    private static String commit(String... keysAndValues) {
        Properties properties = new Properties();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.setProperty(keysAndValues[i], keysAndValues[i + 1]);
        }
        return Build.commit(properties);
    }

    private static boolean repeatable(String commit) {
        return new Build(commit, Map.of()).isRepeatable();
    }

    @Test
    void aCommitWithoutChangesIsRepeatable() {
        assertThat(commit("commit", "0123456789ab", "changes", "false")).isEqualTo("0123456789ab");
        assertThat(repeatable("0123456789ab")).isTrue();
    }

    @Test
    void changesAreNamedAndNotRepeatable() {
        assertThat(commit("commit", "0123456789ab", "changes", "true")).isEqualTo("0123456789ab + changes");
        assertThat(repeatable("0123456789ab + changes")).isFalse();
    }

    @Test
    void whatWasBuiltOutsideARepositoryIsUnknown() {
        assertThat(commit("commit", "unknown", "changes", "true")).isEqualTo("unknown");
        assertThat(commit()).isEqualTo("unknown");
        assertThat(repeatable("unknown")).isFalse();
    }

    @Test
    void theBuildHasLeftItsCommitAndItsVersions() {
        Build build = Build.ofThis();
        assertThat(build.commit()).matches("[0-9a-f]{12,}( \\+ changes)?|unknown");
        assertThat(build.versions()).containsKeys("hbase-search", "HBase", "Kafka", "Elasticsearch", "Lucene");
        assertThat(build.versions().values()).noneMatch(version -> version.contains("$"));
    }
}
