/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.error.ErrorCode;
import io.javalin.http.Context;
import java.util.Objects;
import java.util.Optional;

/**
 * Identity and rights of a request's caller, determined by its API key. HBase does not know the caller: the service reads it as its own
 * user. Immutable.
 *
 * @param name name of the key, or its position in the configuration if it has none; never the key
 * @param key empty if no key is configured or none is needed, in which case everything is allowed
 */
public record Caller(String name, Optional<ApiKey> key) {
    private static final String ATTRIBUTE = "hbase-search-caller";
    private static final Caller ANYONE = new Caller("anyone", Optional.empty());

    public Caller {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(key, "key");
    }

    /** @param place position of the key in the configuration, from 1 */
    static Caller of(int place, ApiKey key) {
        return new Caller(key.name().orElse("key-" + place), Optional.of(key));
    }

    static void note(Context context, Caller caller) {
        context.attribute(ATTRIBUTE, caller);
    }

    public static Caller of(Context context) {
        Caller known = context.attribute(ATTRIBUTE);
        return known == null ? ANYONE : known;
    }

    /** Returns the name of the presented key; empty if there was none. */
    public Optional<String> keyName() {
        return key.map(known -> name);
    }

    public boolean mayRead(String index) {
        return key.map(known -> known.opens(index)).orElse(true);
    }

    /** @throws ProblemException 403, whether or not the index exists */
    public void requireIndex(String index) {
        if (!mayRead(index)) {
            throw denied(
                    "this API key has no access to index '" + index + "'",
                    "GET /v1/indexes lists the indexes that it can access; gateway.apiKeys configures them.");
        }
    }

    /** @throws ProblemException 403 */
    public void requireFences() {
        if (!key.map(ApiKey::mayFence).orElse(true)) {
            throw denied(
                    "this API key is read-only, but a fence writes an event",
                    "Use a key without fence=false in gateway.apiKeys.");
        }
    }

    /**
     * Checks that the caller may read reports on all indexes.
     *
     * @throws ProblemException 403
     */
    public void requireAll() {
        if (!key.map(ApiKey::opensAll).orElse(true)) {
            throw denied(
                    "this reports on every index, but this API key has access to only some of them",
                    "Use a key for all indexes, or call /health/live, which needs no key.");
        }
    }

    private static ProblemException denied(String detail, String hint) {
        return new ProblemException(ProblemDocument.of(403, ErrorCode.ACCESS_DENIED, detail, hint));
    }
}
