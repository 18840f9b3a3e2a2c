/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.FreshnessSource.Freshness;
import io.hbasesearch.gateway.GatewayCapabilities;
import io.hbasesearch.gateway.fuzz.FuzzedGateway;
import io.hbasesearch.lucene.search.LuceneQueryMatcher;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Starts a gateway over rows, and a Chromium that shows its page. The tests of a class share both. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PageFixture {
    static final String ENTER = "\uE007";
    static final String ESCAPE = "\uE00C";
    static final String DOWN = "\uE015";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final String definition;
    private final List<Row> rows;
    private FuzzedGateway gateway;
    private Path directory;
    Chromium browser;

    PageFixture(String definition, List<Row> rows) {
        this.definition = definition;
        this.rows = rows;
    }

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        this.directory = directory;
        browser = Chromium.start();
        gateway = gateway("main", List.of());
    }

    /** Starts a gateway over the same rows. */
    FuzzedGateway gateway(String name, List<ApiKey> keys) throws Exception {
        Map<RowKey, Row> all = rows.stream().collect(Collectors.toMap(Row::key, Function.identity()));
        return new FuzzedGateway(
                directory.resolve(name),
                keys,
                definition,
                new FuzzedGateway.Rows(all, all),
                GatewayCapabilities.none()
                        .withMatcher(new LuceneQueryMatcher())
                        .withFreshness(index -> Optional.of(fresh()))
                        .withHistory((table, columns, of, versions, bytes, timeout) -> of.stream()
                                .map(key -> all.containsKey(key) ? history(all.get(key)) : List.<Cell>of())
                                .toList()));
    }

    private static Freshness fresh() {
        Instant now = Instant.now();
        return new Freshness(now.minusSeconds(2), now, true);
    }

    /** Returns all versions of a row's cells. */
    List<Cell> history(Row row) {
        return row.cells();
    }

    @AfterAll
    void stop() throws Exception {
        if (gateway != null) {
            gateway.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void sitInShanghai() {
        browser.command("Emulation.setTimezoneOverride", Map.of("timezoneId", "Asia/Shanghai"));
        colors("light");
        screen(1_100, "en-US");
    }

    /** Shows what a person sees who prefers light or dark colours. */
    void colors(String scheme) {
        browser.command(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    void screen(int width, String language) {
        screen(width, 800, language);
    }

    void screen(int width, int height, String language) {
        browser.command(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        String agent = browser.run("return navigator.userAgent").textValue();
        browser.command("Emulation.setUserAgentOverride", Map.of("userAgent", agent, "acceptLanguage", language));
    }

    void open(String path) {
        open(gateway, path);
    }

    void open(FuzzedGateway of, String path) {
        browser.open("http://127.0.0.1:" + of.port() + "/" + path);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    void awaitRows(int count) {
        browser.awaits("document.querySelectorAll('.hit').length === " + count);
    }

    void awaitShown(String selector) {
        browser.awaits("document.querySelector('" + selector + "')?.checkVisibility()");
    }

    /** Waits until an element has this text. */
    void awaitText(String selector, String text) {
        await(selector + ": " + text).atMost(PATIENCE).until(() -> text(selector)
                .contains(text));
    }

    void assertFits(int width, String what) {
        assertThat(browser.run("return document.documentElement.scrollWidth").intValue())
                .as("%s at %d px", what, width)
                .isLessThanOrEqualTo(browser.run("return document.documentElement.clientWidth")
                        .intValue());
    }

    int rows() {
        return browser.run("return document.querySelectorAll('.hit').length").intValue();
    }

    /** Returns the keys of the rows that are shown, as text. */
    List<String> keys() {
        return texts("document.querySelectorAll('.hit a.key')");
    }

    /** Returns the text of an element; empty if there is none. */
    String text(String selector) {
        return browser.run("return document.querySelector('" + selector + "')?.textContent ?? ''")
                .textValue();
    }

    /** @param elements an expression */
    List<String> texts(String elements) {
        return strings("[..." + elements + "].map(each => each.textContent)");
    }

    private List<String> strings(String expression) {
        JsonNode list = browser.run("return " + expression);
        List<String> all = new ArrayList<>();
        list.forEach(each -> all.add(each.textValue()));
        return all;
    }

    boolean isHidden(String selector) {
        return browser.run("return !document.querySelector('" + selector + "')?.checkVisibility()")
                .booleanValue();
    }

    String focused() {
        return browser.run("return document.activeElement.id").textValue();
    }

    String url() {
        return browser.run("return location.search").textValue();
    }

    /** Returns the URLs of the searches that this page sent. */
    List<String> searches() {
        return strings(
                "performance.getEntriesByType('resource').map(each => each.name).filter(name => name.includes('/search?'))");
    }
}
