/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.model.ByteArray;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Serves the search page: a few files, read once from the class path. They need no API key, because they contain no data and must request
 * it.
 */
final class PageRoutes {
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final String UTF8 = "; charset=utf-8";

    private static final List<String> SCRIPTS = List.of(
            "api.js",
            "bytes.js",
            "facets.js",
            "gateway.js",
            "how.js",
            "link.js",
            "operations.js",
            "render.js",
            "results.js",
            "row.js",
            "save.js",
            "search.js",
            "suggest.js",
            "texts.en.js",
            "texts.js",
            "texts.zh.js",
            "values.js",
            "why.js");

    private static final Map<String, Asset> ASSETS = assets();

    private PageRoutes() {}

    private static Map<String, Asset> assets() {
        Map<String, Asset> assets = new HashMap<>(Map.of(
                "/", Asset.load("index.html", "text/html" + UTF8),
                "/page/search.css", Asset.load("search.css", "text/css" + UTF8),
                "/page/parts.css", Asset.load("parts.css", "text/css" + UTF8),
                "/page/icon.svg", Asset.load("icon.svg", "image/svg+xml"),
                "/page/api.html", Asset.load("api.html", "text/html" + UTF8)));
        SCRIPTS.forEach(name -> assets.put("/page/" + name, Asset.load(name, "text/javascript" + UTF8)));
        return Map.copyOf(assets);
    }

    static Set<String> paths() {
        return ASSETS.keySet();
    }

    static void addTo(RoutesConfig routes) {
        ASSETS.forEach((path, asset) -> routes.get(path, context -> serve(context, asset)));
    }

    private static void serve(Context context, Asset asset) {
        context.header("Content-Security-Policy", POLICY);
        context.header("Cache-Control", "no-cache");
        context.header("ETag", asset.etag());
        if (asset.etag().equals(context.header("If-None-Match"))) {
            context.status(304);
        } else {
            context.contentType(asset.type()).result(asset.content().unsafeBytes());
        }
    }

    private record Asset(String type, ByteArray content, String etag) {
        static Asset load(String name, String type) {
            try (InputStream in = PageRoutes.class.getResourceAsStream("page/" + name)) {
                if (in == null) {
                    throw new IllegalStateException("the page's file " + name + " is missing from the jar");
                }
                byte[] bytes = in.readAllBytes();
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
                return new Asset(
                        type,
                        ByteArray.wrap(bytes),
                        '"' + Base64.getUrlEncoder().encodeToString(digest) + '"');
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("this Java platform has no SHA-256", e);
            }
        }
    }
}
