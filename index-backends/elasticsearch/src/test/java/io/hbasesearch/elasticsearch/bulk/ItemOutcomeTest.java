/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import co.elastic.clients.elasticsearch._types.ElasticsearchException;
import co.elastic.clients.elasticsearch._types.ErrorCause;
import co.elastic.clients.elasticsearch._types.ErrorResponse;
import co.elastic.clients.elasticsearch.core.bulk.BulkResponseItem;
import co.elastic.clients.elasticsearch.core.bulk.OperationType;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.elasticsearch.client.ElasticsearchFailures;
import io.hbasesearch.testing.Fixtures;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ItemOutcomeTest {
    private final PendingWrite document = new PendingWrite(Unheard.LISTENER, 0, Fixtures.upsert("a", 1, "cat"));
    private final PendingWrite stub = new PendingWrite(Unheard.LISTENER, 0, Fixtures.deleted("a", 1));

    @Test
    void whatTheIndexTookIsApplied() {
        BulkResponseItem item = BulkResponseItem.of(
                i -> i.operationType(OperationType.Index).index("x").id("a").status(201));
        assertThat(outcome(item, document)).isEqualTo(new ItemOutcome.Done(new WriteResult.Applied()));
    }

    @Test
    void aVersionConflictIsSuccess() {
        assertThat(outcome(item(409, "version_conflict_engine_exception"), document))
                .isEqualTo(new ItemOutcome.Done(new WriteResult.Superseded()));
    }

    @ParameterizedTest
    @CsvSource({
        "429, es_rejected_execution_exception, THROTTLED",
        "429, circuit_breaking_exception, THROTTLED",
        // A full disk: sending less does not help.
        "429, cluster_block_exception, AWAY",
        "403, cluster_block_exception, AWAY",
        "400, index_closed_exception, AWAY",
        "503, unavailable_shards_exception, AWAY",
        "503, process_cluster_event_timeout_exception, AWAY",
        "408, whatever, AWAY",
        "404, shard_not_found_exception, AWAY",
        "404, index_shard_closed_exception, AWAY",
        "500, node_closed_exception, UNEXPECTED",
        "501, whatever, UNEXPECTED",
    })
    void whatMayPassIsSentAgain(int status, String type, ItemOutcome.Delay delay) {
        for (PendingWrite write : List.of(document, stub)) {
            assertThat(outcome(item(status, type), write))
                    .isInstanceOfSatisfying(ItemOutcome.Retry.class, again -> assertThat(again.delay())
                            .isEqualTo(delay));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "400, document_parsing_exception",
        "400, strict_dynamic_mapping_exception",
        "400, illegal_argument_exception",
        "413, too_large"
    })
    void aDocumentsOwnFaultRejectsItAndAStubHasNone(int status, String type) {
        assertThat(outcome(item(status, type), document))
                .isInstanceOfSatisfying(ItemOutcome.Done.class, done -> assertThat(done.result())
                        .isInstanceOf(WriteResult.Rejected.class));
        assertThat(outcome(item(status, type), stub)).isInstanceOf(ItemOutcome.Broken.class);
    }

    @ParameterizedTest
    @CsvSource({
        "404, index_not_found_exception, INDEX_NOT_FOUND",
        "403, security_exception, ACCESS_DENIED",
        "401, security_exception, ACCESS_DENIED",
        "409, something_else, INTERNAL"
    })
    void whatOnlyPeopleCanMendStopsTheWriter(int status, String type, ErrorCode code) {
        assertThat(outcome(item(status, type), document)).isInstanceOfSatisfying(ItemOutcome.Broken.class, broken -> {
            assertThat(broken.failure().code()).isEqualTo(code);
            assertThat(broken.failure()).hasMessageContaining("http://es:9200");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "503, unavailable_shards_exception, [x][0] primary shard is not active",
        "503, unavailable_shards_exception, [x][0] [2] shardIt",
        "429, es_rejected_execution_exception, rejected execution of some new kind",
        "500, illegal_state_exception, index [x] blocked by nothing",
    })
    void whatIsSentAgainTellsNothingOfTheDocument(int status, String type, String beginning) {
        String reason = beginning + " Timeout: [1m], request: [BulkShardRequest [[x][0]] containing"
                + " [index {[x][id], source[{\"text\":\"secret, index [x] blocked by: [FORBIDDEN/8/secret]\"}]}]]";
        assertThat(outcome(item(status, type, reason), document))
                .isInstanceOfSatisfying(ItemOutcome.Retry.class, again -> assertThat(again.reason())
                        .startsWith(status + " " + type)
                        .doesNotContain("secret", "source"));
    }

    @Test
    void aFullDiskIsNamed() {
        String reason = "index [x] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark,"
                + " index has read-only-allow-delete block; for more information, see somewhere];";
        assertThat(outcome(item(429, "cluster_block_exception", reason), document))
                .isInstanceOfSatisfying(ItemOutcome.Retry.class, again -> assertThat(again.reason())
                        .contains("disk usage exceeded flood-stage watermark"));
    }

    @Test
    void aBlockIsNamed() {
        String reason = "index [x] blocked by: [FORBIDDEN/8/index write (api)];";
        assertThat(outcome(item(403, "cluster_block_exception", reason), document))
                .isEqualTo(new ItemOutcome.Retry(
                        ItemOutcome.Delay.AWAY,
                        "403 cluster_block_exception" + " (index [x] blocked by: [FORBIDDEN/8/index write (api)])"));
    }

    @Test
    void aRequestThatFailsAsAWholeTellsNothingOfItsDocuments() {
        ErrorCause error =
                ErrorCause.of(e -> e.type("es_rejected_execution_exception").reason("rejected: source[secret]"));
        ElasticsearchException failure = new ElasticsearchException(
                "es/bulk", ErrorResponse.of(r -> r.status(429).error(error)));
        HBaseSearchException told =
                new ElasticsearchFailures("http://es:9200", () -> false).ofWrite("write to the index x", failure);
        assertThat(told.code()).isEqualTo(ErrorCode.THROTTLED);
        assertThat(told)
                .hasMessageContaining("429, es_rejected_execution_exception")
                .hasNoCause();
        assertThat(told.getMessage()).doesNotContain("secret");
    }

    @Test
    void aDocumentThatAPipelineDropsIsNoSuccess() {
        assertThat(outcome(answer("created"), document)).isEqualTo(ItemOutcome.APPLIED);
        assertThat(outcome(answer("noop"), document)).isInstanceOfSatisfying(ItemOutcome.Broken.class, broken -> {
            assertThat(broken.failure()).hasMessageContaining("pipeline that drops documents");
            assertThat(broken.failure().hint())
                    .hasValueSatisfying(hint -> assertThat(hint).contains("PUT /x/_settings"));
        });
    }

    private static BulkResponseItem answer(String result) {
        return BulkResponseItem.of(i -> i.operationType(OperationType.Index)
                .index("x")
                .id("a")
                .status(200)
                .result(result));
    }

    private static ItemOutcome outcome(BulkResponseItem item, PendingWrite write) {
        return ItemOutcome.of(item, write, "http://es:9200");
    }

    private static BulkResponseItem item(int status, String type) {
        return item(status, type, "because");
    }

    private static BulkResponseItem item(int status, String type, String reason) {
        ErrorCause error = ErrorCause.of(e -> e.type(type).reason(reason));
        return BulkResponseItem.of(i -> i.operationType(OperationType.Index)
                .index("x")
                .id("a")
                .status(status)
                .error(error));
    }
}
