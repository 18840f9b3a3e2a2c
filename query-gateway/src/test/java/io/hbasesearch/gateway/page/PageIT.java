/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.page;

import static io.hbasesearch.gateway.fuzz.FuzzedGateway.cell;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The search page in Chromium, over a gateway with an embedded index. */
class PageIT extends PageFixture {
    private static final int WHALES = 65;
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

    PageIT() {
        super(DEFINITION, rowsOfWords());
    }

    private static List<Row> rowsOfWords() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < WHALES; i++) {
            rows.add(row("whale-" + i, "a whale that was seen", "It swims.", i));
        }
        String story = "Far away. ".repeat(100) + "The captain came. " + "He rested. ".repeat(100);
        rows.add(row("lamp", "a lighthouse", story, 1_000));
        return rows;
    }

    private static Row row(String key, String gloss, String story, int count) {
        return new Row(
                RowKey.utf8(key),
                List.of(
                        cell("count", Integer.toString(count)),
                        cell("gloss", gloss),
                        cell("seen", "2026-03-02T20:30:00Z"),
                        cell("story", story)));
    }

    @Test
    void anUnknownIndexIsNamedAndNothingIsSearched() {
        open("?index=nope&q=whale");
        browser.awaits("!document.getElementById('problem').hidden");

        assertThat(text("#problem")).contains("No index \"nope\"").contains("words");
        assertThat(url()).isEqualTo("?index=nope&q=whale");
        assertThat(searches()).isEmpty();

        browser.type("#problem button", ENTER);
        awaitRows(20);
        assertThat(url()).isEqualTo("?index=words&q=whale");
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
    void pagesFollowByCursorsToTheEndAndBackAndTheFocusFollows() {
        open("?index=words&q=whale");
        awaitRows(20);
        Set<String> keys = new TreeSet<>(keys());
        for (int shown = 20; shown < WHALES; shown += 20) {
            browser.type("#next", ENTER);
            awaitText("#range", (shown + 1) + " to " + Math.min(shown + 20, WHALES));
            assertThat(browser.run("return document.activeElement === document.querySelector('.hit')")
                            .booleanValue())
                    .isTrue();
            keys.addAll(keys());
        }
        assertThat(keys).hasSize(WHALES);
        assertThat(isHidden("#next")).isTrue();
        assertThat(searches()).hasSize(4).allMatch(url -> url.contains("size=20"));
        assertThat(searches().subList(1, 4)).allMatch(url -> url.contains("cursor="));

        browser.type("#previous", ENTER);
        awaitText("#range", "41 to 60");
        assertThat(url()).isEqualTo("?index=words&q=whale&from=40");
        browser.run("history.back()");
        awaitText("#range", "61 to 65");
        browser.run("location.reload()");
        browser.awaits("document.readyState === 'complete'");
        awaitText("#range", "61 to 65");
        assertThat(searches().get(0)).contains("cursor=");
    }

    @Test
    void aSavedLinkShowsItsPageAndOneWhoseCursorHasEndedTheFirst() {
        open("?index=words&q=whale&from=40");
        awaitText("#range", "41 to 60");
        assertThat(isHidden("#previous")).isFalse();

        open("?index=words&q=whale&from=4000&cursor=x");
        awaitText("#range", "1 to 20");
        assertThat(text("#notes")).contains("this is the first page");
        assertThat(url()).isEqualTo("?index=words&q=whale");
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
        assertThat(text("#fresh")).contains("Asia/Shanghai");

        open("?index=words&zone=America/New_York&q=" + encoded("lighthouse seen:2026-03-02"));
        awaitRows(1);
        assertThat(text("time")).isEqualTo("2026-03-02 15:30:00 -05:00");
        assertThat(url()).contains("zone=America%2FNew_York");
    }

    @Test
    void filtersOfTheUrlAreSentShownAndRemoved() {
        open("?index=words&filter=" + encoded("count<3"));
        awaitRows(3);
        assertThat(text("#filters")).contains("count<3");

        browser.type("#filters button", ENTER);
        browser.awaits("!document.getElementById('about').hidden");
        assertThat(url()).isEqualTo("?index=words");
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
}
