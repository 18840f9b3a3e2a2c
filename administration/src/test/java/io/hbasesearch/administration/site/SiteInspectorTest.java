/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A site of which nothing can be had: everything that is asked says so, and nothing fails as a whole. */
@Timeout(60)
class SiteInspectorTest {
    private static final Processes NONE = new Processes(List.of(), false, Optional.empty());

    @TempDir
    Path temp;

    @Test
    void aBrokersNameThatNobodyResolvesIsKafkasTroubleAlone() throws Exception {
        SiteFacts facts = site("bootstrapServers: 'no-such-host.invalid:9092'", Duration.ofMinutes(1));

        assertThat(facts.path().kafka().complaint().orElseThrow().code()).isEqualTo(ErrorCode.SERVER_UNREACHABLE);
        othersWereAsked(facts);
    }

    @Test
    void aPropertyThatNoClientTakesIsKafkasTroubleAlone() throws Exception {
        SiteFacts facts = site(
                "{bootstrapServers: '127.0.0.1:1', properties: {security.protocol: NONSENSE}}", Duration.ofMinutes(1));

        assertThat(facts.path().kafka().complaint().orElseThrow().code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
        othersWereAsked(facts);
    }

    @Test
    void whenTheTimeIsOverNobodyIsAskedAndThePartsAreNamed() throws Exception {
        SiteFacts facts = site("bootstrapServers: '127.0.0.1:1'", Duration.ZERO);

        assertThat(facts.path().late()).containsExactlyInAnyOrder("hbase", "index", "kafka");
        assertThat(facts.late()).containsExactlyInAnyOrder("hbase", "index", "kafka");
    }

    private static void othersWereAsked(SiteFacts facts) {
        assertThat(facts.path().indexes().list().value()).contains(List.of());
        assertThat(facts.path().replication().queues().complaint()).isPresent();
        assertThat(facts.late()).isEmpty();
    }

    private SiteFacts site(String kafka, Duration limit) throws IOException, InterruptedException {
        Files.createDirectories(temp.resolve("indexes"));
        Path file = Files.writeString(
                temp.resolve("hbase-search.yaml"),
                """
                hbase: {zookeeper: "127.0.0.1:1", timeout: 2s}
                kafka: %s
                index: {backend: lucene, lucene: {directory: data}}
                """
                        .formatted(kafka.startsWith("{") ? kafka : "{" + kafka + "}"));
        Configuration configuration = Configuration.read(file, Map.of());
        try (SiteInspector gathering = new SiteInspector(configuration, Set.of(), NONE, Clock.systemUTC(), limit)) {
            return gathering.site("1.0", Optional.empty());
        }
    }
}
