/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.telemetry;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.http.Problems;
import io.hbasesearch.gateway.http.RequestId;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates spans for the work of a request, through OpenTelemetry's standard interface. A process that runs with its agent or SDK exports
 * them; otherwise they cost almost nothing. A request's span is the child of the one that its caller names ({@code traceparent}); its own
 * children are plan, calls to backends and checks. Attributes follow the semantic conventions, and {@code hbase_search.*}; they name
 * routes, indexes and tables, never paths, queries, keys or values. Safe for use by several threads.
 */
public final class Tracing {
    public static final AttributeKey<Long> ROWS = AttributeKey.longKey("hbase_search.rows");
    public static final AttributeKey<Long> STALE = AttributeKey.longKey("hbase_search.stale");
    public static final AttributeKey<String> PLAN = AttributeKey.stringKey("hbase_search.plan");
    public static final AttributeKey<Long> BATCH = AttributeKey.longKey("db.operation.batch.size");

    private static final String SCOPE = "io.hbasesearch.gateway";
    private static final AttributeKey<String> INDEX = AttributeKey.stringKey("hbase_search.index");
    private static final AttributeKey<String> REQUEST = AttributeKey.stringKey("hbase_search.request_id");
    private static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
    private static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
    private static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
    private static final AttributeKey<String> SCHEME = AttributeKey.stringKey("url.scheme");
    private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
    private static final AttributeKey<String> OPERATION = AttributeKey.stringKey("db.operation.name");
    private static final AttributeKey<String> COLLECTION = AttributeKey.stringKey("db.collection.name");
    private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("db.system.name");
    private static final AttributeKey<String> MESSAGING = AttributeKey.stringKey("messaging.system");
    private static final AttributeKey<String> SENDING = AttributeKey.stringKey("messaging.operation.type");
    private static final AttributeKey<String> TOPIC = AttributeKey.stringKey("messaging.destination.name");

    private static final TextMapGetter<Context> HEADERS = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Context context) {
            return context.headerMap().keySet();
        }

        @Override
        public @Nullable String get(@Nullable Context context, String name) {
            return context == null ? null : context.header(name);
        }
    };

    private final OpenTelemetry telemetry;
    private final Tracer tracer;

    public Tracing(OpenTelemetry telemetry) {
        this.telemetry = telemetry;
        this.tracer = telemetry.getTracer(SCOPE);
    }

    /** Wraps the endpoint's handler in a span of the request. The request has an answer when the span ends, whatever happens. */
    public Handler traced(Endpoint endpoint) {
        return context -> {
            Span span = request(endpoint, context);
            try (Scope unused = span.makeCurrent()) {
                answer(endpoint, context);
            } finally {
                int status = context.statusCode();
                span.setAttribute(STATUS, (long) status);
                if (status >= 500) {
                    span.setAttribute(ERROR, Integer.toString(status));
                    span.setStatus(StatusCode.ERROR);
                }
                span.end();
            }
        };
    }

    private static void answer(Endpoint endpoint, Context context) {
        try {
            endpoint.handler().handle(context);
        } catch (Exception e) {
            Problems.write(context, e);
        }
    }

    private Span request(Endpoint endpoint, Context context) {
        SpanBuilder builder = tracer.spanBuilder(endpoint.method() + " " + endpoint.path())
                .setParent(telemetry
                        .getPropagators()
                        .getTextMapPropagator()
                        .extract(io.opentelemetry.context.Context.current(), context, HEADERS))
                .setSpanKind(SpanKind.SERVER)
                .setAttribute(METHOD, endpoint.method().name())
                .setAttribute(ROUTE, endpoint.path())
                .setAttribute(SCHEME, "http")
                .setAttribute(REQUEST, RequestId.of(context));
        AccessLog.index(context).ifPresent(index -> builder.setAttribute(INDEX, index));
        return builder.startSpan();
    }

    /** Traces a step of this process. */
    public <T extends @Nullable Object> T step(String name, Supplier<T> work) {
        return within(tracer.spanBuilder(name), work);
    }

    /** Traces a call to the search index. */
    public <T extends @Nullable Object> T index(String operation, String index, Supplier<T> work) {
        return within(database(operation, index), work);
    }

    /** Traces a call to HBase. */
    public <T extends @Nullable Object> T hbase(String operation, String table, Supplier<T> work) {
        return within(database(operation, table).setAttribute(SYSTEM, "hbase"), work);
    }

    private SpanBuilder database(String operation, String collection) {
        return tracer.spanBuilder(operation + " " + collection)
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute(OPERATION, operation)
                .setAttribute(COLLECTION, collection);
    }

    /** Traces sending an event to a Kafka topic. */
    public <T extends @Nullable Object> T send(String topic, Supplier<T> work) {
        return within(
                tracer.spanBuilder("send " + topic)
                        .setSpanKind(SpanKind.PRODUCER)
                        .setAttribute(MESSAGING, "kafka")
                        .setAttribute(SENDING, "send")
                        .setAttribute(TOPIC, topic),
                work);
    }

    /** Sets an attribute of the current span. */
    public static <V> void note(AttributeKey<V> key, V value) {
        Span.current().setAttribute(key, value);
    }

    private static <T extends @Nullable Object> T within(SpanBuilder builder, Supplier<T> work) {
        Span span = builder.startSpan();
        try (Scope unused = span.makeCurrent()) {
            return work.get();
        } catch (RuntimeException e) {
            // Omits the message, which may quote a query.
            span.setAttribute(ERROR, kind(e));
            span.setStatus(StatusCode.ERROR);
            throw e;
        } finally {
            span.end();
        }
    }

    private static String kind(RuntimeException failure) {
        if (failure instanceof HBaseSearchException known) {
            return known.code().name();
        }
        return failure instanceof ProblemException problem
                ? problem.problem().code().name()
                : failure.getClass().getName();
    }
}
