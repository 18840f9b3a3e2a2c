/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import co.elastic.clients.elasticsearch.ElasticsearchAsyncClient;
import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.json.jackson.JacksonJsonpMapper;
import co.elastic.clients.transport.ElasticsearchTransport;
import co.elastic.clients.transport.TransportOptions;
import co.elastic.clients.transport.rest_client.RestClientOptions;
import co.elastic.clients.transport.rest_client.RestClientTransport;
import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.config.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.apache.http.Header;
import org.apache.http.HttpHost;
import org.apache.http.HttpResponseInterceptor;
import org.apache.http.HttpStatus;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.impl.nio.client.HttpAsyncClientBuilder;
import org.apache.http.impl.nio.reactor.IOReactorConfig;
import org.apache.http.message.BasicHeader;
import org.elasticsearch.client.Node;
import org.elasticsearch.client.NodeSelector;
import org.elasticsearch.client.RequestOptions;
import org.elasticsearch.client.RestClient;
import org.elasticsearch.client.RestClientBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The only HTTP client of a backend, created on first use. Safe for use by several threads. Owned by {@link
 * ElasticsearchBackend}, which closes it.
 */
public final class ElasticsearchConnection implements AutoCloseable {
    private static final int CONNECT_TIMEOUT_MILLIS = 5_000;
    // Shorter than the time after which firewalls and load balancers drop idle connections.
    private static final long KEEP_ALIVE_MILLIS = 60_000;
    // For searches and administration, in addition to the bulk requests of several indexes.
    private static final int SPARE_CONNECTIONS = 32;

    private final ElasticsearchConfig config;
    private final String pathPrefix;
    private final String urls;
    private final String url;
    private @Nullable ElasticsearchTransport transport;
    private @Nullable ElasticsearchTransport oneNodeTransport;
    private boolean closed;
    private volatile boolean wasAuthenticated;

    public ElasticsearchConnection(ElasticsearchConfig config) {
        this.config = config;
        this.pathPrefix = requireUsable(config);
        this.urls = config.urls().stream()
                .map(ElasticsearchConnection::withoutUserInfo)
                .collect(Collectors.joining(", "));
        String first = withoutUserInfo(config.urls().get(0));
        this.url = first.endsWith("/") ? first.substring(0, first.length() - 1) : first;
    }

    /** @throws IllegalArgumentException if these settings are unusable */
    private static String requireUsable(ElasticsearchConfig config) {
        if (config.urls().isEmpty()) {
            throw new IllegalArgumentException("elasticsearch needs at least one URL");
        }
        for (URI url : config.urls()) {
            boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (!http || url.getHost() == null) {
                throw new IllegalArgumentException("not a URL of Elasticsearch: " + withoutUserInfo(url));
            }
        }
        List<String> paths = config.urls().stream().map(URI::getPath).distinct().toList();
        if (paths.size() > 1) {
            throw new IllegalArgumentException("the URLs of Elasticsearch must have one path, not " + paths);
        }
        if (config.credentials().apiKey().isPresent()
                && config.credentials().username().isPresent()) {
            throw new IllegalArgumentException("elasticsearch takes an API key or a user name, not both");
        }
        return paths.get(0) == null ? "" : paths.get(0);
    }

    /** Returns the servers' addresses, for messages. */
    public String urls() {
        return urls;
    }

    /** Returns the number of configured addresses. */
    public int nodes() {
        return config.urls().size();
    }

    /** Returns whether a server has accepted the credentials, or needed none, since this process started. */
    boolean wasAuthenticated() {
        return wasAuthenticated;
    }

    /** Returns one of the addresses, as a prefix of paths. */
    public String url() {
        return url;
    }

    private static String withoutUserInfo(URI url) {
        String port = url.getPort() < 0 ? "" : ":" + url.getPort();
        return url.getScheme() + "://" + url.getHost() + port + (url.getPath() == null ? "" : url.getPath());
    }

    public ElasticsearchClient client() {
        return new ElasticsearchClient(transport());
    }

    /** Returns a client whose futures abort the request when they are cancelled. */
    public ElasticsearchAsyncClient asyncClient() {
        return new ElasticsearchAsyncClient(transport());
    }

    /** Returns a client for requests that the client's types cannot express. */
    public RestClient rest() {
        return ((RestClientTransport) transport()).restClient();
    }

    synchronized ElasticsearchTransport transport() {
        if (closed) {
            throw new IllegalStateException("the Elasticsearch backend is closed");
        }
        if (transport == null) {
            transport = transport(restClient(NodeSelector.ANY));
        }
        return transport;
    }

    /**
     * Returns a transport for requests that must not go to the next node after no answer: the client would repeat them there at
     * once, and a request that crashes one node would crash all of them.
     */
    public synchronized ElasticsearchTransport oneNodeTransport() {
        if (closed || config.urls().size() == 1) {
            return transport();
        }
        if (oneNodeTransport == null) {
            oneNodeTransport = transport(restClient(new OneNode()));
        }
        return oneNodeTransport;
    }

    private static ElasticsearchTransport transport(RestClient client) {
        return new RestClientTransport(
                client,
                new JacksonJsonpMapper(SourceJson.mapper()),
                new RestClientOptions(BoundedAnswers.OPTIONS, false));
    }

    /** Selects one node, in rotation, from those that the client would try. */
    private static final class OneNode implements NodeSelector {
        private final AtomicInteger turn = new AtomicInteger();

        @Override
        public void select(Iterable<Node> nodes) {
            int count = 0;
            for (Node ignored : nodes) {
                count++;
            }
            int chosen = Math.floorMod(turn.getAndIncrement(), Math.max(1, count));
            Iterator<Node> left = nodes.iterator();
            for (int i = 0; left.hasNext(); i++) {
                left.next();
                if (i != chosen) {
                    left.remove();
                }
            }
        }
    }

    private RestClient restClient(NodeSelector selector) {
        Optional<SSLContext> tls = config.caCertificate().map(TrustedAuthority::sslContext);
        RestClientBuilder builder = RestClient.builder(
                config.urls().stream().map(ElasticsearchConnection::host).toArray(HttpHost[]::new));
        if (!pathPrefix.isEmpty() && !pathPrefix.equals("/")) {
            builder.setPathPrefix(pathPrefix);
        }
        authorization().ifPresent(header -> builder.setDefaultHeaders(new Header[] {header}));
        return builder.setNodeSelector(selector)
                .setRequestConfigCallback(this::withTimeouts)
                .setHttpClientConfigCallback(http -> withConnections(http, tls))
                .build();
    }

    private static HttpHost host(URI url) {
        return new HttpHost(url.getHost(), url.getPort(), url.getScheme());
    }

    /**
     * Returns options for large requests: they ask before the body is sent whether it is too large. Otherwise the server's
     * rejection gets lost when it closes the connection under a client that is still writing.
     */
    public TransportOptions askingFirst() {
        RequestConfig request = withTimeouts(RequestConfig.custom())
                .setExpectContinueEnabled(true)
                .build();
        RequestOptions.Builder options = BoundedAnswers.OPTIONS.toBuilder().setRequestConfig(request);
        return new RestClientOptions.Builder(options).build();
    }

    /** Returns options for answers that grow with the documents: limits the memory that one answer takes. */
    public static TransportOptions answersUpTo(int bytes) {
        return new RestClientOptions.Builder(BoundedAnswers.upTo(bytes).toBuilder()).build();
    }

    private RequestConfig.Builder withTimeouts(RequestConfig.Builder request) {
        int timeout = Math.toIntExact(config.requestTimeout().toMillis());
        return request.setConnectTimeout(Math.min(timeout, CONNECT_TIMEOUT_MILLIS))
                .setConnectionRequestTimeout(timeout)
                .setSocketTimeout(timeout);
    }

    private HttpAsyncClientBuilder withConnections(HttpAsyncClientBuilder http, Optional<SSLContext> tls) {
        tls.ifPresent(http::setSSLContext);
        http.addInterceptorLast((HttpResponseInterceptor) (response, context) -> {
            if (response.getStatusLine().getStatusCode() < HttpStatus.SC_BAD_REQUEST) {
                wasAuthenticated = true;
            }
        });
        return http.setMaxConnPerRoute(config.bulk().concurrentRequests() + SPARE_CONNECTIONS)
                .setMaxConnTotal((config.bulk().concurrentRequests() + SPARE_CONNECTIONS)
                        * config.urls().size())
                .setKeepAliveStrategy((response, context) -> KEEP_ALIVE_MILLIS)
                .setDefaultIOReactorConfig(
                        IOReactorConfig.custom().setSoKeepAlive(true).build());
    }

    private Optional<Header> authorization() {
        if (config.credentials().apiKey().isPresent()) {
            return Optional.of(new BasicHeader(
                    "Authorization",
                    "ApiKey " + config.credentials().apiKey().get().value()));
        }
        return config.credentials().username().map(user -> {
            String password = config.credentials().password().map(Secret::value).orElse("");
            String encoded = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
            return new BasicHeader("Authorization", "Basic " + encoded);
        });
    }

    @Override
    public synchronized void close() {
        closed = true;
        ElasticsearchTransport first = transport;
        ElasticsearchTransport second = oneNodeTransport;
        transport = null;
        oneNodeTransport = null;
        // In the reverse order, and the second even if the first fails.
        try (first;
                second) {
            // The resources only need to be closed.
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close the connection to Elasticsearch", e);
        }
    }
}
