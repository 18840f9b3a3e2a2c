/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.http.TestHttp;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a trace tells of a request, and what it does not. */
class TracingTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER = "b7ad6b7169203331";
    private static final String WORDS = "/v1/indexes/words";
    private static final String ROUTE = "/v1/indexes/{index}/search";

    private final RecordedSpans telemetry = new RecordedSpans();
    private final GatewayFixture fixture = GatewayFixture.tracedBy(telemetry.sdk());
    private TestHttp http;

    @BeforeEach
    void start() {
        fixture.offer(PlanTest.byUserAndDay());
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
        telemetry.close();
    }

    private static List<String> names(List<SpanData> spans) {
        return spans.stream().map(SpanData::getName).toList();
    }

    private SpanData request(String method, String route) {
        return telemetry.only(method + " " + route);
    }

    @Test
    void aSearchIsATreeBelowTheSpanThatItsCallerNames() {
        RowKey gone = RowKey.utf8(PlanTest.key(7, "gone"));
        RowKey there = RowKey.utf8(PlanTest.key(7, "secret-item"));
        fixture.table.put(PlanTest.key(7, "secret-item"), "d", "gloss", "a secret whale");
        fixture.searcher.findsUpToSize(List.of(gone, there));

        http.get(
                WORDS + "/search?q=whale&size=1",
                "traceparent",
                "00-" + TRACE + "-" + CALLER + "-01",
                "X-Request-Id",
                "mine");

        SpanData request = request("GET", ROUTE);
        assertThat(request.getParentSpanContext().getSpanId()).isEqualTo(CALLER);
        assertThat(telemetry.ended())
                .allSatisfy(span -> assertThat(span.getTraceId()).isEqualTo(TRACE));
        assertThat(request.getParentSpanContext().isRemote()).isTrue();
        assertThat(request.getKind()).isEqualTo(SpanKind.SERVER);
        assertThat(RecordedSpans.attributes(request))
                .containsEntry("http.request.method", "GET")
                .containsEntry("http.route", ROUTE)
                .containsEntry("http.response.status_code", 200L)
                .containsEntry("hbase_search.index", "words")
                .containsEntry("hbase_search.request_id", "mine");
        assertThat(names(telemetry.children(request)))
                .containsExactly("plan", "search words", "get default:words", "verify", "refill", "write");
        assertThat(names(telemetry.children(telemetry.only("refill"))))
                .containsExactly("search words", "get default:words", "verify");
        assertThat(RecordedSpans.attributes(telemetry.only("plan"))).containsEntry("hbase_search.plan", "search");
    }

    @Test
    void callsToBackendsSayWhatTheyAreByTheConventions() {
        RowKey row = RowKey.utf8(PlanTest.key(7, "a"));
        fixture.table.put(PlanTest.key(7, "a"), "d", "gloss", "whale");
        fixture.searcher.finds(row);
        http.get(WORDS + "/search?q=whale");

        SpanData search = telemetry.only("search words");
        assertThat(search.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(RecordedSpans.attributes(search))
                .containsEntry("db.operation.name", "search")
                .containsEntry("db.collection.name", "words")
                .containsEntry("hbase_search.rows", 1L);
        assertThat(RecordedSpans.attributes(telemetry.only("get default:words")))
                .containsEntry("db.system.name", "hbase")
                .containsEntry("db.operation.name", "get")
                .containsEntry("db.collection.name", "default:words")
                .containsEntry("db.operation.batch.size", 1L);
        http.get(WORDS + "/search?filter=user:7");
        assertThat(RecordedSpans.attributes(telemetry.only("scan default:words")))
                .containsEntry("hbase_search.rows", 1L);
    }

    @Test
    void whatABackendsClientDoesIsBelowTheCall() {
        AtomicReference<String> current = new AtomicReference<>();
        fixture.searcher.answers(request -> {
            current.set(Span.current().getSpanContext().getSpanId());
            return FakeSearcher.found();
        });
        http.get(WORDS + "/search?q=whale");

        assertThat(current.get()).isEqualTo(telemetry.only("search words").getSpanId());
    }

    @Test
    void aFailureIsMarkedWithItsKindAlone() {
        fixture.searcher.answers(request -> {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "connection to es-17:9200 refused");
        });
        http.get(WORDS + "/search?q=whale");

        SpanData search = telemetry.only("search words");
        assertThat(search.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(RecordedSpans.attributes(search)).containsEntry("error.type", "SERVER_UNREACHABLE");
        SpanData request = request("GET", ROUTE);
        assertThat(request.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(RecordedSpans.attributes(request))
                .containsEntry("http.response.status_code", 503L)
                .containsEntry("error.type", "503");
        http.get(WORDS + "/rows/AA");
        SpanData notFound = request("GET", "/v1/indexes/{index}/rows/{key}");
        assertThat(RecordedSpans.attributes(notFound)).containsEntry("http.response.status_code", 404L);
        assertThat(notFound.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    }

    @Test
    void aFenceSendsAnEvent() {
        String key = RowKey.utf8("unspeakable").base64Url();
        http.send(
                http.request(WORDS + "/rows/" + key + ":fence?timeout=50ms").POST(HttpRequest.BodyPublishers.noBody()));

        SpanData fence = telemetry.only("fence");
        assertThat(names(telemetry.children(fence))).contains("send hbase-search.default.words");
        assertThat(RecordedSpans.attributes(fence)).containsEntry("error.type", "TIMED_OUT");
    }

    @Test
    void neitherQueriesNorKeysNorValuesAreInATrace() {
        RowKey row = RowKey.utf8("unspeakable");
        fixture.table.put("unspeakable", "d", "gloss", "unutterable");
        fixture.searcher.finds(row);
        http.get(WORDS + "/search?q=unutterable&verify=none");
        http.get(WORDS + "/search?q=unutterable%28");
        http.get(WORDS + "/rows/" + row.base64Url());
        http.get(WORDS + "/rows/unspeakable?keyFormat=text");

        assertThat(telemetry.ended()).hasSizeGreaterThan(5);
        assertThat(telemetry.ended().toString()).doesNotContain("unutterable", "unspeakable", row.base64Url());
    }
}
