/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class MetricsRegistryTest {
    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final MetricsRegistry registry = new MetricsRegistry(server);

    @Test
    void keepsOneBeanPerPeerForAsLongAsItHasAnEndpoint() throws Exception {
        SinkMetrics first = registry.acquire("a");
        assertThat(registry.acquire("a")).isSameAs(first);
        assertThat(registry.acquire("b")).isNotSameAs(first);
        assertThat(names()).hasSize(2);
        assertThat(server.getAttribute(new ObjectName("io.hbasesearch:type=ReplicationSink,peer=a"), "Instances"))
                .isEqualTo(2);

        registry.release("a");
        assertThat(names()).hasSize(2);
        registry.release("a");
        registry.release("a");
        assertThat(names()).hasSize(1);
        assertThat(registry.acquire("a")).isNotSameAs(first);
    }

    @Test
    void findsAnotherNameWhereItsOwnIsTaken() throws Exception {
        MetricsRegistry ofAnotherClassLoader = new MetricsRegistry(server);
        ofAnotherClassLoader.acquire("a");
        registry.acquire("a");
        assertThat(names()).hasSize(2);

        registry.release("a");
        assertThat(names()).containsExactly(new ObjectName("io.hbasesearch:type=ReplicationSink,peer=a"));
    }

    @Test
    void acceptsAnyPeerId() {
        registry.acquire("odd,id=*");
        assertThat(names()).hasSize(1);
    }

    private Set<ObjectName> names() {
        return server.queryNames(null, null).stream()
                .filter(name -> name.getDomain().equals("io.hbasesearch"))
                .collect(java.util.stream.Collectors.toSet());
    }
}
