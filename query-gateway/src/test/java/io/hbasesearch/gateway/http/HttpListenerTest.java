/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;

class HttpListenerTest {
    @Test
    void theBufferOfOneConnectionIsNeverGivenToAnother() {
        ListenerSettings settings =
                new ListenerSettings("test", "127.0.0.1", 0, List.of(), Set.of(), 4, (context, millis) -> {});

        assertThat(HttpListener.connector(new Server(), new HttpConfiguration(), settings)
                        .getByteBufferPool())
                .isSameAs(ByteBufferPool.NON_POOLING);
    }
}
