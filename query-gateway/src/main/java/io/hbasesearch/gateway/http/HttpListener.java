/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.util.JavalinException;
import java.net.BindException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * HTTP server with this project's rules. It bounds threads, connections and headers, checks every request for host and key, sets security
 * headers on every answer, and reports every failure as a problem document. Owns its threads, and that of the keys.
 */
public final class HttpListener implements AutoCloseable {
    private static final int MIN_THREADS = 4;
    private static final int MAX_HEADER_BYTES = 16 * 1024;
    private static final int IDLE_MILLIS = 30_000;
    private static final long STOP_MILLIS = 2_000;
    private static final long IDLE_AT_STOP_MILLIS = 50;

    /** Most answers are not pages; the page's routes relax this for themselves. */
    private static final String NOTHING_ALLOWED = "default-src 'none'; frame-ancestors 'none'";

    private final ListenerSettings settings;
    private final AccessControl access;
    private final ConnectionBounds connections;
    private final Javalin server;
    private boolean started;

    /** @param routes adds the endpoints */
    public HttpListener(ListenerSettings settings, Consumer<RoutesConfig> routes) {
        this(settings, ConnectionBounds.Limits.of(settings.limits().connectionsOfAddress()), routes);
    }

    HttpListener(ListenerSettings settings, ConnectionBounds.Limits limits, Consumer<RoutesConfig> routes) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.access = new AccessControl(settings.host(), settings.access().keys(), settings.metrics());
        this.connections = new ConnectionBounds(limits);
        this.server = Javalin.create(config -> configure(config, limits, routes));
    }

    /**
     * Opens the port.
     *
     * @throws HBaseSearchException CONFIGURATION_INVALID if listening on the address is not allowed, or it is taken
     */
    public synchronized void start() {
        access.checkListenAddress();
        try {
            server.start(settings.host(), settings.port());
            started = true;
            settings.access().keys().start();
            // Idle connections would delay a stop by a second each.
            Stream.of(server.jettyServer().server().getConnectors())
                    .map(AbstractConnector.class::cast)
                    .forEach(connector -> connector.setShutdownIdleTimeout(IDLE_AT_STOP_MILLIS));
        } catch (JavalinException e) {
            throw cannotListen(e);
        }
    }

    /** Returns the port that was opened. */
    public int port() {
        return server.port();
    }

    /** Waits up to two seconds for requests in progress, then aborts them. Idempotent. */
    @Override
    public synchronized void close() {
        if (started) {
            started = false;
            settings.access().keys().close();
            stop();
        }
    }

    /** Stops the server. Jetty aborts the requests that exceed its stop timeout, and reports them only afterwards. */
    private void stop() {
        try {
            server.stop();
        } catch (JavalinException e) {
            if (!(e.getCause() instanceof TimeoutException)) {
                throw e;
            }
        }
    }

    private void configure(JavalinConfig config, ConnectionBounds.Limits limits, Consumer<RoutesConfig> routes) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.prefer405over404 = true;
        config.http.generateEtags = false;
        config.jetty.threadPool = threads();
        config.jetty.modifyServer(this::limit);
        config.jetty.modifyHttpConfiguration(HttpListener::limit);
        config.jetty.addConnector((jetty, http) -> {
            ServerConnector connector = connector(jetty, http, settings);
            connector.addEventListener(connections);
            // Leaves room for a burst: a connection that finds no place is retried after a second.
            connector.setAcceptQueueSize(limits.all());
            return connector;
        });
        config.jetty.modifyServletContextHandler(handler -> handler.setErrorHandler(new JettyErrors()));
        config.requestLogger.http((context, millis) -> settings.observer().answered(context, millis));
        config.routes.before(this::admit);
        config.routes.exception(HttpResponseException.class, HttpListener::keepHeaders);
        config.routes.exception(Exception.class, (failure, context) -> Problems.write(context, failure));
        routes.accept(config.routes);
    }

    private QueuedThreadPool threads() {
        QueuedThreadPool threads = new QueuedThreadPool(settings.limits().threads(), MIN_THREADS);
        threads.setName(settings.name() + "-http");
        return threads;
    }

    private void limit(Server server) {
        server.setErrorHandler(new JettyErrors());
        // Lets answers that are being written reach their callers before connections are closed.
        connections.setHandler(new GracefulHandler());
        server.setHandler(connections);
        server.setStopTimeout(STOP_MILLIS);
    }

    /**
     * Creates a connector that never reuses its buffers: Jetty may release one twice if a connection ends early (jetty.project#12939), and
     * a pool would then give it to two connections at once, so that one caller receives what another one's answer contains.
     */
    static ServerConnector connector(Server jetty, HttpConfiguration http, ListenerSettings settings) {
        ServerConnector connector = new ServerConnector(
                jetty, null, null, ByteBufferPool.NON_POOLING, -1, -1, new HttpConnectionFactory(http));
        connector.setHost(settings.host());
        connector.setPort(settings.port());
        return connector;
    }

    private static void limit(HttpConfiguration http) {
        // Buffers that are used once come from the heap, where they cost almost nothing.
        http.setUseInputDirectByteBuffers(false);
        http.setUseOutputDirectByteBuffers(false);
        http.setRequestHeaderSize(MAX_HEADER_BYTES);
        http.setIdleTimeout(IDLE_MILLIS);
        http.setSendServerVersion(false);
    }

    private void admit(Context context) {
        RequestId.give(context);
        context.header("Content-Security-Policy", NOTHING_ALLOWED);
        context.header("X-Content-Type-Options", "nosniff");
        context.header("X-Frame-Options", "DENY");
        context.header("Referrer-Policy", "no-referrer");
        context.header("Cross-Origin-Resource-Policy", "same-origin");
        context.header("Cross-Origin-Opener-Policy", "same-origin");
        context.header("Cache-Control", "no-store");
        access.checkHost(context);
        checkPath(context);
        UrlParameters.check(context);
        if (!settings.access().openPaths().contains(context.path())) {
            access.checkCaller(context);
        }
        if (context.method() == HandlerType.GET || context.method() == HandlerType.HEAD) {
            // Nothing here reads the body of these requests; other methods handle their own body.
            UnreadBody.settle(context);
        }
    }

    /** Rejects paths that cannot be decoded: Jetty accepts some invalid escapes, and the router would fail over them. */
    private static void checkPath(Context context) {
        try {
            URLDecoder.decode(context.path(), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(
                    ProblemDocument.of(
                            400,
                            ErrorCode.USAGE,
                            "the path has an invalid percent escape",
                            "Write % itself as %25, and any other byte as % and two hexadecimal digits."),
                    e);
        }
    }

    private static void keepHeaders(HttpResponseException failure, Context context) {
        if (failure.getStatus() == 405) {
            @Nullable String methods = failure.getDetails().get("availableMethods");
            if (methods != null) {
                context.header("Allow", methods);
            }
        }
        Problems.write(context, failure);
    }

    private HBaseSearchException cannotListen(JavalinException failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && !(cause instanceof BindException)) {
            cause = cause.getCause();
        }
        return new HBaseSearchException(
                ErrorCode.CONFIGURATION_INVALID,
                "cannot listen on " + settings.host() + ":" + settings.port() + ": " + cause.getMessage(),
                "Stop the process that has the port, or choose another one (0 picks a free one).",
                failure);
    }

    /** Returns paths that need no key, for {@link ListenerSettings}. */
    public static Set<String> liveness() {
        return Set.of("/health/live");
    }
}
