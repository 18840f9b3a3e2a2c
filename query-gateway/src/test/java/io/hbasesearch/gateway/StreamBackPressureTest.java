/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A caller who does not read holds back the pages of a stream, so that no more of them than fit on the way are made. */
class StreamBackPressureTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration QUIET = Duration.ofMillis(500);
    private static final int ROWS = 4_000;

    /** Of the fixture. */
    private static final int PAGE = 100;

    /** A page is two megabytes, and a socket of this machine holds a few of them. */
    private static final int ROW_BYTES = 20_000;

    private static final int MOST_AHEAD = 12;

    private final GatewayFixture fixture = GatewayFixture.create();
    private final Socket socket = new Socket();

    @AfterEach
    void close() throws IOException {
        socket.close();
        fixture.close();
    }

    private void ask(int rows, int rowBytes) throws IOException {
        ByteArray value = ByteArray.utf8("x".repeat(rowBytes));
        fixture.searcher.findsUpToSize(IntStream.range(0, rows)
                .mapToObj(i -> RowKey.utf8("row-" + (10_000 + i)))
                .peek(row -> fixture.table.put(row, ColumnName.of("d", "gloss"), value))
                .toList());
        fixture.start();
        socket.setReceiveBufferSize(8 << 10);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), fixture.gateway.port()));
        String request = "GET /v1/indexes/words/stream?q=x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(US_ASCII));
        await().atMost(PATIENCE).until(() -> fixture.searcher.searches.get() > 0);
    }

    private List<String> hits() throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))
                .lines()
                .filter(line -> line.startsWith("{\"hit\""))
                .map(line -> line.substring(0, 40))
                .toList();
    }

    @Test
    void whoDoesNotReadIsNotReadAheadForAndMissesNothing() throws IOException {
        ask(ROWS, ROW_BYTES);

        int[] before = {-1};
        await().atMost(PATIENCE).pollInterval(QUIET).until(() -> {
            int now = fixture.searcher.searches.get();
            boolean stands = now == before[0];
            before[0] = now;
            return stands;
        });
        assertThat(before[0]).as("pages that were made").isLessThan(MOST_AHEAD);

        assertThat(hits()).hasSize(ROWS).doesNotHaveDuplicates();
        assertThat(fixture.searcher.searches).hasValueGreaterThanOrEqualTo(ROWS / PAGE);
    }

    /** Who is cut off asks for it again, by the cursor before it. */
    @Test
    void theSnapshotOfTheLastPageIsThereAsLongAsThatIsWritten() throws IOException {
        ask(60, 10 * ROW_BYTES);

        await().atMost(PATIENCE).during(QUIET).until(() -> fixture.searcher.views.size() == 1);

        assertThat(hits()).hasSize(60);
        await().atMost(PATIENCE).until(fixture.searcher.views::isEmpty);
        assertThat(fixture.searcher.searches).hasValue(1);
    }
}
