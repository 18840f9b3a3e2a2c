/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static org.awaitility.Awaitility.await;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** OpenTelemetry's own SDK, whose spans stay in memory. A request's span ends just after its answer was sent. */
final class RecordedSpans implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                    .build())
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
            .build();

    OpenTelemetry sdk() {
        return sdk;
    }

    List<SpanData> ended() {
        return exporter.getFinishedSpanItems();
    }

    /** The spans below one, in the order in which they began. */
    List<SpanData> children(SpanData parent) {
        return ended().stream()
                .filter(span -> span.getParentSpanId().equals(parent.getSpanId()))
                .sorted(Comparator.comparingLong(SpanData::getStartEpochNanos))
                .toList();
    }

    SpanData only(String name) {
        List<SpanData> found = await().atMost(PATIENCE)
                .until(
                        () -> ended().stream()
                                .filter(span -> span.getName().equals(name))
                                .toList(),
                        spans -> !spans.isEmpty());
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " spans '" + name + "' among " + ended());
        }
        return found.get(0);
    }

    static Map<String, Object> attributes(SpanData span) {
        Map<String, Object> attributes = new HashMap<>();
        span.getAttributes().forEach((key, value) -> attributes.put(key.getKey(), value));
        return attributes;
    }

    @Override
    public void close() {
        sdk.close();
    }
}
