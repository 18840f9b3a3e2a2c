/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RegionServersTest {
    @Test
    void theClassPathTellsWhichVersionsOfTheJarThereAre() throws Exception {
        assertThat(
                        RegionServers.jars(
                                page(
                                        """
                        {"beans": [{"name": "java.lang:type=Runtime", "ClassPath":
                          "/lib/hbase-server-2.6.4.jar:/lib/hbase-search-replication-sink-0.1.0-SNAPSHOT.jar:/x/hbase-search-replication-sink-0.2.jar"}]}
                        """)))
                .containsExactlyInAnyOrder("0.1.0-SNAPSHOT", "0.2");
        assertThat(RegionServers.jars(page("{\"beans\": [{\"ClassPath\": \"/opt/hbase/conf\"}]}")))
                .isEmpty();
    }

    @Test
    void endpointsAtWorkTellTheirVersionsThoseBeforeTheyDidSoCountToo() throws Exception {
        assertThat(RegionServers.running(page("{\"beans\": [{\"Version\": \"0.2\"}, {\"Instances\": 1}]}")))
                .containsExactlyInAnyOrder("0.2", "unknown");
        assertThat(RegionServers.running(page("{\"beans\": []}"))).isEmpty();
    }

    @Test
    void endpointsTellWhichTopicsTheirPeerWaitsFor() throws Exception {
        assertThat(
                        RegionServers.waiting(
                                page(
                                        """
                        {"beans": [
                          {"name": "io.hbasesearch:type=ReplicationSink,peer=p", "WaitingFor": "one"},
                          {"name": "io.hbasesearch:type=ReplicationSink,peer=p,copy=2", "WaitingFor": "two"},
                          {"name": "io.hbasesearch:type=ReplicationSink,peer=well", "WaitingFor": ""},
                          {"name": "io.hbasesearch:type=ReplicationSink,peer=old"}]}
                        """)))
                .containsOnly(Map.entry("p", "one; two"));
    }

    @Test
    void whatIsNoPageOfHBaseIsNotTakenForAServerWithoutJar() {
        assertThatThrownBy(() -> RegionServers.jars(page("{}"))).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> RegionServers.jars(page("{\"beans\": []}"))).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> RegionServers.running(page("<html>"))).isInstanceOf(IOException.class);
    }

    private static byte[] page(String text) {
        return text.getBytes(UTF_8);
    }
}
