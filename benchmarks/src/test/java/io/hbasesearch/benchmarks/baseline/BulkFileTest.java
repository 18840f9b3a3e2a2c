/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BulkFileTest {
    private static final String FIRST = "{\"subject\":\"line\\nline\",\"size\":1}";
    private static final String SECOND = "{\"subject\":\"café\",\"size\":2}";

    @TempDir
    private Path directory;

    private final AtomicInteger searches = new AtomicInteger();
    private String indexed = SECOND;
    private int count = 2;

    private String answer(String request) {
        if (request.endsWith("/_search")) {
            return searches.getAndIncrement() > 0
                    ? "{\"hits\":{\"hits\":[]}}"
                    : "{\"hits\":{\"hits\":[%s,%s]}}".formatted(hit("a/b", 7, FIRST), hit("c", 8, SECOND));
        }
        return switch (request) {
            case "POST /mail/_refresh" -> "{}";
            case "GET /mail/_count" -> "{\"count\":" + count + "}";
            case "GET /mail/_source/a%2Fb" -> FIRST;
            case "GET /mail/_source/c" -> indexed;
            default -> "";
        };
    }

    private static String hit(String id, long version, String source) {
        return "{\"_id\":\"%s\",\"_version\":%d,\"_source\":%s,\"sort\":[\"%s\"]}".formatted(id, version, source, id);
    }

    @Test
    void aDocumentHasItsIdItsVersionAndItsSource() throws Exception {
        try (FakeElasticsearch server = FakeElasticsearch.answering(this::answer);
                BulkFile file = BulkFile.copyOf(server.client(), "mail", 2, directory.resolve("documents"), "sent")) {
            assertThat(file.entry(0).id()).isEqualTo("a/b");
            assertThat(file.entry(0).source()).isEqualTo(FIRST.getBytes(UTF_8));
            assertThat(file.entry(1).version()).isEqualTo(8);
            assertThat(file.entry(1).source()).isEqualTo(SECOND.getBytes(UTF_8));
        }
    }

    @Test
    void documentsAreInTheOrderOfTheFieldThatIsGiven() throws Exception {
        try (FakeElasticsearch server = FakeElasticsearch.answering(this::answer);
                BulkFile file = BulkFile.copyOf(server.client(), "mail", 2, directory.resolve("documents"), "sent")) {
            assertThat(file.documents()).isEqualTo(2);
            assertThat(server.bodies())
                    .filteredOn(body -> body.contains("\"sort\":[\"sent\"]"))
                    .hasSize(2)
                    .last()
                    .asString()
                    .contains("\"search_after\":[\"c\"]");
        }
    }

    @Test
    void anIndexWithOtherDocumentsOrAnotherNumberOfThemIsRefused() throws Exception {
        try (FakeElasticsearch server = FakeElasticsearch.answering(this::answer);
                BulkFile file = BulkFile.copyOf(server.client(), "mail", 2, directory.resolve("documents"), "sent")) {
            file.requireIn(server.client(), "mail", 2);
            indexed = FIRST;
            assertThatIllegalStateException()
                    .isThrownBy(() -> file.requireIn(server.client(), "mail", 2))
                    .withMessageEndingWith("as c");
            count = 3;
            assertThatIllegalStateException()
                    .isThrownBy(() -> file.requireIn(server.client(), "mail", 2))
                    .withMessage("the index holds 3 documents, not 2");
        }
    }
}
