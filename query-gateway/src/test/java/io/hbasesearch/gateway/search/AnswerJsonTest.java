/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.gateway.answer.AsOf;
import io.hbasesearch.gateway.answer.CountAnswer;
import io.hbasesearch.gateway.answer.RowAnswer;
import io.hbasesearch.gateway.answer.SearchAnswer;
import io.hbasesearch.gateway.answer.SuggestAnswer;
import io.hbasesearch.gateway.catalog.IndexAnswer;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.Json;
import io.hbasesearch.gateway.http.ProblemDocument;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Answers are flat JSON objects whose names and order are part of the API, however their records group them. */
class AnswerJsonTest {
    private static final AsOf AS_OF = AsOf.table(Instant.EPOCH);
    private static final SearchAnswer.Basis BASIS = new SearchAnswer.Basis(AS_OF, true, List.of("note"));
    private static final String BASIS_JSON =
            "\"as_of\":{\"time\":\"1970-01-01T00:00:00Z\",\"basis\":\"table\"},\"complete\":true,\"notes\":[\"note\"]";

    private static final SearchAnswer SEARCH = new SearchAnswer(
            new SearchAnswer.Run("mail", "search", 7),
            new SearchAnswer.Total(2, "eq", "index"),
            List.of(
                    new SearchAnswer.Hit(
                            "a2V5",
                            "key",
                            new SearchAnswer.Matched(3L, 1.5f),
                            new SearchAnswer.Content(Map.of(), Map.of(), Map.of("subject", "x")),
                            Map.of("subject", List.of("<em>x</em>")),
                            4L,
                            12.5,
                            null),
                    new SearchAnswer.Hit(
                            "a", null, new SearchAnswer.Matched(null, null), null, null, null, null, "why")),
            null,
            new SearchAnswer.Checked(1, new SearchAnswer.Verification("exists", 3, 1, 0, 1)),
            new SearchAnswer.Paging("n", null, true, false),
            new SearchAnswer.Cuts(false, true, List.of(new SearchAnswer.Cut("fetch", "time", "d")), List.of("hbase")),
            BASIS);

    @Test
    void searchAnswer() {
        assertThat(json(SEARCH))
                .isEqualTo("{\"index\":\"mail\",\"plan\":\"search\",\"took_ms\":7,"
                        + "\"total\":{\"value\":2,\"relation\":\"eq\",\"of\":\"index\"},"
                        + "\"hits\":[{\"key\":\"a2V5\",\"key_text\":\"key\",\"version\":3,\"score\":1.5,\"columns\":{},"
                        + "\"versions\":{},\"fields\":{\"subject\":\"x\"},\"highlights\":{\"subject\":[\"<em>x</em>\"]},"
                        + "\"matching_cells\":4,\"distance\":12.5},{\"key\":\"a\",\"unmappable\":\"why\"}],\"stale_dropped\":1,"
                        + "\"verification\":{\"mode\":\"exists\",\"checked\":3,\"stale\":1,\"behind\":0,\"refilled\":1},"
                        + "\"next\":\"n\",\"snapshot\":true,\"view_lost\":false,\"timed_out\":false,\"partial\":true,"
                        + "\"cut\":[{\"stage\":\"fetch\",\"reason\":\"time\",\"detail\":\"d\"}],\"degraded\":[\"hbase\"],"
                        + BASIS_JSON + "}");
    }

    @Test
    void countAnswer() {
        assertThat(json(CountAnswer.of(SEARCH)))
                .isEqualTo("{\"index\":\"mail\",\"plan\":\"search\",\"took_ms\":7,"
                        + "\"total\":{\"value\":2,\"relation\":\"eq\",\"of\":\"index\"},\"timed_out\":false,"
                        + "\"cut\":[{\"stage\":\"fetch\",\"reason\":\"time\",\"detail\":\"d\"}],\"degraded\":[\"hbase\"],"
                        + BASIS_JSON + "}");
    }

    @Test
    void endOfAStream() {
        RowStream.End end = new RowStream.End(
                new RowStream.Sums("mail", 5, 1),
                new SearchAnswer.Total(5, "gte", "table"),
                false,
                List.of(),
                List.of(),
                BASIS);
        assertThat(json(end))
                .isEqualTo("{\"index\":\"mail\",\"hits\":5,\"stale_dropped\":1,"
                        + "\"total\":{\"value\":5,\"relation\":\"gte\",\"of\":\"table\"},\"view_lost\":false,\"cut\":[],"
                        + "\"degraded\":[]," + BASIS_JSON + "}");
    }

    @Test
    void rowAnswer() {
        RowAnswer row = new RowAnswer(
                new RowAnswer.Address("mail", "default:mail", "a2V5", null),
                new SearchAnswer.Content(Map.of(), null, Map.of()),
                "why",
                null,
                AS_OF);
        assertThat(json(row))
                .isEqualTo(
                        "{\"index\":\"mail\",\"table\":\"default:mail\",\"key\":\"a2V5\",\"columns\":{},\"fields\":{},"
                                + "\"unmappable\":\"why\",\"as_of\":{\"time\":\"1970-01-01T00:00:00Z\",\"basis\":\"table\"}}");
    }

    @Test
    void suggestAnswer() {
        SuggestAnswer answer = new SuggestAnswer(
                "mail",
                "to",
                7,
                new SuggestAnswer.Found(List.of(new SuggestAnswer.Value("a", 2)), true, false),
                AS_OF,
                true);
        assertThat(json(answer))
                .isEqualTo(
                        "{\"index\":\"mail\",\"field\":\"to\",\"took_ms\":7,\"values\":[{\"value\":\"a\",\"count\":2}],"
                                + "\"exact\":true,\"timed_out\":false,"
                                + "\"as_of\":{\"time\":\"1970-01-01T00:00:00Z\",\"basis\":\"table\"},\"complete\":true}");
    }

    @Test
    void explainAnswer() {
        ExplainAnswer answer = new ExplainAnswer(
                "mail",
                "table",
                new ExplainAnswer.Path("get", List.of("a"), null, 1, 0, List.of()),
                "reason",
                List.of(),
                new ExplainAnswer.Parsed("q", List.of("f"), List.of(), List.of(), null),
                AS_OF);
        assertThat(json(answer))
                .isEqualTo("{\"index\":\"mail\",\"plan\":\"table\",\"path\":\"get\",\"keys\":[\"a\"],\"count\":1,"
                        + "\"patterns\":0,\"residual\":[],\"reason\":\"reason\",\"degraded\":[],\"query\":\"q\","
                        + "\"filters\":[\"f\"],\"as_of\":{\"time\":\"1970-01-01T00:00:00Z\",\"basis\":\"table\"}}");
    }

    @Test
    void indexAnswer() {
        IndexAnswer answer = new IndexAnswer(
                new IndexAnswer.Identity("mail", "default:mail", "text"),
                new IndexAnswer.Completeness(false, "note"),
                new IndexAnswer.Documents(7, 1, 0, 100),
                new IndexAnswer.Generation("2026-01-01T00:00:00Z", "mail-1", 2, 4),
                AS_OF,
                List.of());
        assertThat(json(answer))
                .isEqualTo("{\"name\":\"mail\",\"table\":\"default:mail\",\"key_format\":\"text\",\"complete\":false,"
                        + "\"note\":\"note\",\"documents\":7,\"deleted_stubs\":1,\"failed_stubs\":0,\"bytes\":100,"
                        + "\"created_at\":\"2026-01-01T00:00:00Z\",\"physical_name\":\"mail-1\",\"epoch\":2,\"partitions\":4,"
                        + "\"as_of\":{\"time\":\"1970-01-01T00:00:00Z\",\"basis\":\"table\"},\"fields\":[]}");
    }

    @Test
    void problemDocument() {
        ProblemDocument bad = ProblemDocument.badRequest(
                        ErrorCode.USAGE, List.of(Fault.inParameter("size", "d1", "h1"), Fault.at("/q", "d2", null)))
                .retryAfter(Duration.ofSeconds(2));
        String errors = "\"errors\":[{\"detail\":\"d1\",\"hint\":\"h1\",\"parameter\":\"size\"},"
                + "{\"detail\":\"d2\",\"pointer\":\"#/q\"}]";
        String start =
                "{\"type\":\"urn:hbase-search:problem:usage\",\"title\":\"The request is not valid\",\"status\":400,"
                        + "\"detail\":\"d1 (and 1 more: see errors)\",";
        assertThat(json(bad))
                .isEqualTo(start + "\"code\":\"USAGE\",\"hint\":\"h1\",\"parameter\":\"size\"," + errors + "}");
        assertThat(json(bad.at("/v1/x", "id")))
                .isEqualTo(start + "\"instance\":\"/v1/x\",\"code\":\"USAGE\",\"hint\":\"h1\",\"parameter\":\"size\","
                        + errors + ",\"request_id\":\"id\"}");
        assertThat(json(ProblemDocument.of(503, ErrorCode.THROTTLED, "busy", null)))
                .isEqualTo("{\"type\":\"urn:hbase-search:problem:throttled\",\"title\":\"Too many requests\","
                        + "\"status\":503,\"detail\":\"busy\",\"code\":\"THROTTLED\"}");
    }

    private static String json(Object answer) {
        return new String(Json.line(answer), StandardCharsets.UTF_8).strip();
    }
}
