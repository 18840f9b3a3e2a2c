/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.page;

import static io.hbasesearch.gateway.fuzz.FuzzedGateway.cell;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.GatewayCapabilities;
import io.hbasesearch.gateway.fuzz.FuzzedGateway;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The search page in Chromium, over a gateway with an embedded index. */
class PageIT {
    private static final int WHALES = 65;
    private static final String ENTER = "\uE007";
    private static final String LONG_WORD = "y".repeat(90);
    private static final String DEFINITION =
            """
            table: words
            fields:
              gloss: {column: 'd:gloss', type: text}
              story: {column: 'd:story', type: text}
              count: {column: 'd:count', type: long, encoding: utf8}
              seen: {column: 'd:seen', type: date, encoding: utf8}
            """;

    @TempDir
    private static Path directory;

    private static FuzzedGateway gateway;
    private static Chromium browser;

    @BeforeAll
    static void start() throws Exception {
        browser = Chromium.start();
        Map<RowKey, Row> rows = new HashMap<>();
        for (int i = 0; i < WHALES; i++) {
            put(rows, "whale-" + i, "a whale that was seen", "It swims.", i);
        }
        put(
                rows,
                "lamp",
                "a lighthouse",
                "Far away. ".repeat(100) + "The captain came. " + "He rested. ".repeat(100),
                1_000);
        gateway = new FuzzedGateway(
                directory, List.of(), DEFINITION, new FuzzedGateway.Rows(rows, rows), GatewayCapabilities.none());
    }

    private static void put(Map<RowKey, Row> rows, String key, String gloss, String story, int count) {
        rows.put(
                RowKey.utf8(key),
                new Row(
                        RowKey.utf8(key),
                        List.of(
                                cell("count", Integer.toString(count)),
                                cell("gloss", gloss),
                                cell("seen", "2026-03-02T20:30:00Z"),
                                cell("story", story))));
    }

    @AfterAll
    static void stop() throws Exception {
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
        screen(1_100, "en-US");
    }

    private static void screen(int width, String language) {
        browser.command(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 800, "deviceScaleFactor", 1, "mobile", false));
        String agent = browser.run("return navigator.userAgent").textValue();
        browser.command("Emulation.setUserAgentOverride", Map.of("userAgent", agent, "acceptLanguage", language));
    }

    @Test
    void anUnknownIndexIsNamedAndNothingIsSearched() {
        open("?index=nope&q=whale");
        browser.awaits("!document.getElementById('problem').hidden");

        assertThat(text("#problem")).contains("No index \"nope\"").contains("words");
        assertThat(browser.run("return location.search").textValue()).isEqualTo("?index=nope&q=whale");
        assertThat(searches()).isEmpty();

        browser.type("#problem button", ENTER);
        awaitRows(20);
        assertThat(browser.run("return location.search").textValue()).isEqualTo("?index=words&q=whale");
        assertThat(focused()).isEqualTo("q");
    }

    @Test
    void whileAQueryIsNotCompleteTheRowsBeforeItStay() {
        open("?index=words&q=whale");
        awaitRows(20);

        browser.type("#q", " *that sings");
        browser.awaits("document.getElementById('unfinished')");
        assertThat(browser.run("return document.getElementById('problem').hidden")
                        .booleanValue())
                .isTrue();
        assertThat(rows()).isEqualTo(20);

        browser.type("#q", ENTER);
        browser.awaits("!document.getElementById('problem').hidden");
        assertThat(browser.run("return document.getElementById('problem').role").textValue())
                .isEqualTo("alert");
        assertThat(text("#problem")).contains("wildcard");
        assertThat(rows()).isZero();
    }

    @Test
    void pagesFollowByCursorsToTheEndAndTheFocusFollows() {
        open("?index=words&q=whale");
        awaitRows(20);
        for (int shown = 20; shown < WHALES; shown += 20) {
            browser.type("#more", ENTER);
            awaitRows(Math.min(shown + 20, WHALES));
            assertThat(browser.run("return [...document.querySelectorAll('.hit')].indexOf(document.activeElement)")
                            .intValue())
                    .isEqualTo(shown);
        }

        assertThat(browser.run("return document.getElementById('more').hidden").booleanValue())
                .isTrue();
        assertThat(browser.run("return new Set([...document.querySelectorAll('.hit h2 span:first-child')]"
                                + ".map(key => key.textContent)).size")
                        .intValue())
                .isEqualTo(WHALES);
        assertThat(searches()).hasSize(4).allMatch(url -> url.contains("size=20"));
        assertThat(searches().subList(1, 4)).allMatch(url -> url.contains("cursor="));
    }

    @Test
    void aCorrectionLeavesTheFocusInTheInput() {
        open("?index=words&q=cpatian");
        browser.awaits("document.querySelector('#status button')");

        browser.type("#status button", ENTER);
        awaitRows(1);
        assertThat(focused()).isEqualTo("q");
    }

    @Test
    void nothingIsWiderThanASmallScreen() {
        for (int width : List.of(400, 320)) {
            screen(width, "en-US");
            for (String query : List.of("whale", LONG_WORD + ":whale", LONG_WORD + " OR \"", "filter", "")) {
                open("?index=words&filter=" + encoded("-" + LONG_WORD) + "&q=" + encoded(query));
                browser.awaits(
                        "document.getElementById('status').textContent || !document.getElementById('problem').hidden");
                assertFits(width, query);
            }
            open("");
            browser.awaits("!document.getElementById('about').hidden");
            assertFits(width, "the start page");
            open("page/api.html");
            browser.awaits("document.querySelector('#operations article')");
            assertFits(width, "the API's page");
        }
    }

    private static void assertFits(int width, String what) {
        assertThat(browser.run("return document.documentElement.scrollWidth").intValue())
                .as("%s at %d px", what, width)
                .isLessThanOrEqualTo(browser.run("return document.documentElement.clientWidth")
                        .intValue());
    }

    @Test
    void theMatchOfALongTextIsSeenAndATapShowsTheText() {
        screen(320, "en-US");
        open("?index=words&q=captain");
        awaitRows(1);

        assertThat(text("dd:has(mark)")).startsWith("… ").endsWith(" …").contains("The captain came.");
        assertThat(browser.run("return document.querySelector('mark').getBoundingClientRect().bottom"
                                + " <= document.querySelector('dd:has(mark)').getBoundingClientRect().bottom + 1")
                        .booleanValue())
                .isTrue();

        browser.run("document.querySelector('dd:has(mark)').click()");
        assertThat(text("dd:has(mark)"))
                .startsWith("Far away.")
                .endsWith("He rested. ")
                .contains("The captain came.");
    }

    @Test
    void daysAndTimesAreThoseOfTheBrowsersTimeZone() {
        open("?index=words&q=" + encoded("lighthouse seen:2026-03-03"));
        awaitRows(1);
        assertThat(text("time")).isEqualTo("2026-03-03 04:30:00 +08:00");
        assertThat(text("#status")).contains("Asia/Shanghai");

        open("?index=words&zone=America/New_York&q=" + encoded("lighthouse seen:2026-03-02"));
        awaitRows(1);
        assertThat(text("time")).isEqualTo("2026-03-02 15:30:00 -05:00");
        assertThat(browser.run("return location.search").textValue()).contains("zone=America%2FNew_York");
    }

    @Test
    void filtersOfTheUrlAreSentShownAndRemoved() {
        open("?index=words&filter=" + encoded("count<3"));
        awaitRows(3);
        assertThat(text("#filters")).contains("count<3");

        browser.type("#filters button", ENTER);
        browser.awaits("!document.getElementById('about').hidden");
        assertThat(browser.run("return location.search").textValue()).isEqualTo("?index=words");
        assertThat(focused()).isEqualTo("q");
    }

    @Test
    void theLanguageIsThatOfTheBrowserOrOfTheLink() {
        screen(1_100, "zh-CN");
        open("?index=words&q=whale");
        awaitRows(20);
        assertThat(text("#status")).contains(WHALES + " 行");
        assertThat(browser.run("return document.documentElement.lang").textValue())
                .isEqualTo("zh-CN");

        browser.run("document.getElementById('language').click()");
        browser.awaits("document.documentElement.lang === 'en' && document.querySelector('.hit')");
        assertThat(text("#status")).contains(WHALES + " rows");
    }

    @Test
    void notesStandAboveTheRowsAndEndAsTheyWereWritten() {
        open("?index=words&q=" + encoded("glos:whale OR swims"));
        awaitRows(20);
        assertThat(text("#notes li")).startsWith("No field glos").endsWith("did you mean gloss?");
        assertThat(browser.run("return document.getElementById('notes').getBoundingClientRect().bottom"
                                + " <= document.querySelector('.hit').getBoundingClientRect().top")
                        .booleanValue())
                .isTrue();
    }

    private static void open(String path) {
        browser.open("http://127.0.0.1:" + gateway.port() + "/" + path);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    private static void awaitRows(int count) {
        browser.awaits("document.querySelectorAll('.hit').length === " + count);
    }

    private static int rows() {
        return browser.run("return document.querySelectorAll('.hit').length").intValue();
    }

    private static String text(String selector) {
        return browser.run("return document.querySelector('" + selector + "').textContent")
                .textValue();
    }

    private static String focused() {
        return browser.run("return document.activeElement.id").textValue();
    }

    /** Returns the URLs of the searches that this page sent. */
    private static List<String> searches() {
        JsonNode urls = browser.run("return performance.getEntriesByType('resource').map(each => each.name)"
                + ".filter(name => name.includes('/search?'))");
        List<String> all = new ArrayList<>();
        urls.forEach(url -> all.add(url.textValue()));
        return all;
    }
}
