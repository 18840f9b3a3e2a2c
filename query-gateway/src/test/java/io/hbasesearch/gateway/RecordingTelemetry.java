/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Keeps the spans that ended, as the SDK's exporter in memory does, with the propagation that the SDK has by default. */
final class RecordingTelemetry implements OpenTelemetry {
    final List<RecordedSpan> ended = new CopyOnWriteArrayList<>();
    private final AtomicLong ids = new AtomicLong();

    @Override
    public TracerProvider getTracerProvider() {
        return new TracerProvider() {
            @Override
            public io.opentelemetry.api.trace.Tracer get(String scope) {
                return RecordedBuilder::new;
            }

            @Override
            public io.opentelemetry.api.trace.Tracer get(String scope, String version) {
                return RecordedBuilder::new;
            }
        };
    }

    @Override
    public ContextPropagators getPropagators() {
        return ContextPropagators.create(W3CTraceContextPropagator.getInstance());
    }

    /** The spans below one, in the order in which they began. */
    List<RecordedSpan> children(RecordedSpan parent) {
        return ended.stream()
                .filter(span ->
                        span.parent.getSpanId().equals(parent.getSpanContext().getSpanId()))
                .sorted((one, other) -> one.getSpanContext()
                        .getSpanId()
                        .compareTo(other.getSpanContext().getSpanId()))
                .toList();
    }

    RecordedSpan only(String name) {
        List<RecordedSpan> found =
                ended.stream().filter(span -> span.name.equals(name)).toList();
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " spans '" + name + "' among " + ended);
        }
        return found.get(0);
    }

    private final class RecordedBuilder implements SpanBuilder {
        private final String name;
        private final Map<String, Object> attributes = new ConcurrentHashMap<>();
        private Context parent = Context.current();
        private SpanKind kind = SpanKind.INTERNAL;

        RecordedBuilder(String name) {
            this.name = name;
        }

        @Override
        public SpanBuilder setParent(Context context) {
            parent = context;
            return this;
        }

        @Override
        public SpanBuilder setNoParent() {
            parent = Context.root();
            return this;
        }

        @Override
        public SpanBuilder addLink(SpanContext context) {
            return this;
        }

        @Override
        public SpanBuilder addLink(SpanContext context, Attributes about) {
            return this;
        }

        @Override
        public SpanBuilder setAttribute(String key, String value) {
            attributes.put(key, value);
            return this;
        }

        @Override
        public SpanBuilder setAttribute(String key, long value) {
            attributes.put(key, value);
            return this;
        }

        @Override
        public SpanBuilder setAttribute(String key, double value) {
            attributes.put(key, value);
            return this;
        }

        @Override
        public SpanBuilder setAttribute(String key, boolean value) {
            attributes.put(key, value);
            return this;
        }

        @Override
        public <T> SpanBuilder setAttribute(AttributeKey<T> key, T value) {
            attributes.put(key.getKey(), value);
            return this;
        }

        @Override
        public SpanBuilder setSpanKind(SpanKind other) {
            kind = other;
            return this;
        }

        @Override
        public SpanBuilder setStartTimestamp(long time, TimeUnit unit) {
            return this;
        }

        @Override
        public Span startSpan() {
            SpanContext above = Span.fromContext(parent).getSpanContext();
            long id = ids.incrementAndGet();
            SpanContext own = SpanContext.create(
                    above.isValid() ? above.getTraceId() : TraceId.fromLongs(1, id),
                    String.format(Locale.ROOT, "%016x", id),
                    TraceFlags.getSampled(),
                    TraceState.getDefault());
            return new RecordedSpan(name, kind, above, own, attributes);
        }
    }

    /** One span. */
    final class RecordedSpan implements Span {
        final String name;
        final SpanKind kind;
        final SpanContext parent;
        final Map<String, Object> attributes;
        volatile StatusCode status = StatusCode.UNSET;
        private final SpanContext own;

        private RecordedSpan(
                String name, SpanKind kind, SpanContext parent, SpanContext own, Map<String, Object> attributes) {
            this.name = name;
            this.kind = kind;
            this.parent = parent;
            this.own = own;
            this.attributes = attributes;
        }

        @Override
        public <T> Span setAttribute(AttributeKey<T> key, @Nullable T value) {
            if (value != null) {
                attributes.put(key.getKey(), value);
            }
            return this;
        }

        @Override
        public Span addEvent(String event, Attributes about) {
            attributes.put("event:" + event, about);
            return this;
        }

        @Override
        public Span addEvent(String event, Attributes about, long time, TimeUnit unit) {
            return addEvent(event, about);
        }

        @Override
        public Span setStatus(StatusCode code, String description) {
            status = code;
            return this;
        }

        @Override
        public Span recordException(Throwable exception, Attributes about) {
            attributes.put("exception", String.valueOf(exception));
            return this;
        }

        @Override
        public Span updateName(String other) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void end() {
            ended.add(this);
        }

        @Override
        public void end(long time, TimeUnit unit) {
            end();
        }

        @Override
        public SpanContext getSpanContext() {
            return own;
        }

        @Override
        public boolean isRecording() {
            return true;
        }

        @Override
        public String toString() {
            return name + " " + attributes;
        }
    }
}
