/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.error.ErrorCode;
import io.javalin.http.Context;
import java.util.Objects;
import java.util.Optional;

/**
 * Who makes a request, as far as callers are told apart, and what is open to them: by their API key. HBase knows nothing of it,
 * as it is read as the service's own user. Immutable.
 *
 * @param name of the key, else by its place in the configuration; never the key
 * @param key empty where none is configured, or none is needed: then everything is open
 */
public record Caller(String name, Optional<ApiKey> key) {
    private static final String ATTRIBUTE = "hbase-search-caller";
    private static final Caller ANYONE = new Caller("anyone", Optional.empty());

    public Caller {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(key, "key");
    }

    /** @param place of the key in the configuration, from 1 on */
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

    /** Of the key that was presented; empty if there was none. */
    public Optional<String> keyName() {
        return key.map(known -> name);
    }

    public boolean mayRead(String index) {
        return key.map(known -> known.opens(index)).orElse(true);
    }

    /** @throws ProblemException 403, the same whether there is such an index or not */
    public void requireIndex(String index) {
        if (!mayRead(index)) {
            throw denied(
                    "this API key does not open the index '" + index + "'",
                    "GET /v1/indexes names those that it opens; gateway.apiKeys says which these are.");
        }
    }

    /** @throws ProblemException 403 */
    public void requireFences() {
        if (!key.map(ApiKey::mayFence).orElse(true)) {
            throw denied(
                    "this API key is for reading, and fences have events written",
                    "Use a key without fence=false in gateway.apiKeys.");
        }
    }

    /**
     * For what tells of all indexes.
     *
     * @throws ProblemException 403
     */
    public void requireAll() {
        if (!key.map(ApiKey::opensAll).orElse(true)) {
            throw denied(
                    "this tells of every index, and this API key opens some of them only",
                    "Use a key that is for all indexes, or /health/live, which needs none.");
        }
    }

    private static ProblemException denied(String detail, String hint) {
        return new ProblemException(ProblemDocument.of(403, ErrorCode.ACCESS_DENIED, detail, hint));
    }
}
