/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import io.hbasesearch.core.yaml.ValueType;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;

/** Value types that only the service's configuration uses. */
final class ConfigTypes {
    /** The minimum length of a key: a shorter one could be guessed. */
    private static final int MIN_API_KEY_LENGTH = 16;

    private static final String LONG_KEY = "a key of at least " + MIN_API_KEY_LENGTH + " characters without blanks";

    private static final int MAX_PORT = 65_535;
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*");
    private static final Pattern HOST_AND_PORT = Pattern.compile("(\\[[^]]+]|[^:]+)(?::([0-9]{1,5}))?");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127\\.[0-9.]+|::1|0:0:0:0:0:0:0:1");

    private static final ValueType<Path> PATH =
            ValueType.of("a path, absolute or relative to this file's directory", text -> {
                require(!text.isBlank());
                return Path.of(text);
            });

    private ConfigTypes() {}

    static ValueType<Path> path() {
        return PATH;
    }

    static ValueType<URI> url() {
        return ValueType.of("an http:// or https:// address", text -> {
            URI uri = URI.create(text);
            require(("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null);
            require(uri.getUserInfo() == null && uri.getQuery() == null && uri.getFragment() == null);
            return uri;
        });
    }

    static ValueType<String> host() {
        return ValueType.of("a host name or an address", text -> {
            require(isHost(text));
            return text;
        });
    }

    static ValueType<String> hosts() {
        return ValueType.of("host or host:port, separated by commas", text -> hosts(text, false));
    }

    static ValueType<String> hostsWithPorts() {
        return ValueType.of("host:port, separated by commas", text -> hosts(text, true));
    }

    static ValueType<String> znode() {
        return ValueType.of("a znode's path, such as /hbase", text -> {
            require(text.startsWith("/") && text.length() > 1 && !text.endsWith("/"));
            return text;
        });
    }

    static ValueType<Secret> signingKey() {
        return ValueType.of(LONG_KEY, ConfigTypes::apiKey).secret();
    }

    static ValueType<ApiKey> apiKey() {
        return ValueType.of(
                        LONG_KEY
                                + " or sha256:<its digest>, optionally followed by name=<name>, index=<name or pat*>"
                                + " (repeatable), fence=false and expires=<last day>",
                        ApiKey::parse)
                .secret();
    }

    /** @throws IllegalArgumentException if it is too short or contains whitespace */
    static Secret apiKey(String text) {
        require(text.length() >= MIN_API_KEY_LENGTH && text.chars().noneMatch(Character::isWhitespace));
        return new Secret(text);
    }

    /** Tells, without a DNS lookup, if only this machine can reach a host. */
    static boolean isLoopback(String host) {
        return LOOPBACK.matcher(host).matches();
    }

    private static String hosts(String text, boolean withPort) {
        String[] hosts = text.split(",", -1);
        for (String host : hosts) {
            requireHostAndPort(host.strip(), withPort);
        }
        return String.join(",", Arrays.stream(hosts).map(String::strip).toList());
    }

    private static void requireHostAndPort(String text, boolean withPort) {
        var matcher = HOST_AND_PORT.matcher(text);
        require(matcher.matches());
        String host = matcher.group(1);
        String port = matcher.group(2);
        require(isHost(host.startsWith("[") ? host.substring(1, host.length() - 1) : host));
        require(port == null ? !withPort : Integer.parseInt(port) >= 1 && Integer.parseInt(port) <= MAX_PORT);
    }

    private static boolean isHost(String text) {
        return HOST.matcher(text).matches() || IPV6.matcher(text).matches();
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException();
        }
    }
}
