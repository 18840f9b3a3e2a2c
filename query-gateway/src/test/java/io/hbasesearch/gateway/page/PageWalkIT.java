/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.gateway.fuzz.FuzzedGateway;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Walks through the page as people do who look for mails in two languages. */
class PageWalkIT extends PageFixture {
    private static final String KEY = "k".repeat(32);

    PageWalkIT() {
        super(Mails.DEFINITION, Mails.rows());
    }

    @Override
    List<Cell> history(Row row) {
        return Mails.history(row);
    }

    @Test
    void facetsNarrowDownAndAPressTakesTheFilterBack() {
        open("?index=mail&q=shipment");
        awaitShown("#facets button");
        assertThat(facet("from")).containsExactly("ann@example.com 10", "bob@example.com 10");
        assertThat(texts("document.querySelectorAll('.facet h2')"))
                .containsExactly("from", "folder", "sent", "size", "read");

        browser.type("#facets button[title=\"from:ann@example.com\"]", ENTER);
        awaitText("#status", "10 rows");
        assertThat(url()).isEqualTo("?index=mail&q=shipment&filter=from%3Aann%40example.com");
        browser.awaits("document.querySelector('#facets [aria-pressed=true]') === document.activeElement");
        assertThat(text("#filters")).contains("from:ann@example.com");

        browser.type("#facets button[aria-pressed=true]", ENTER);
        awaitText("#status", "20 rows");
        assertThat(isHidden("#filters")).isTrue();
    }

    @Test
    void everyValueOfEachFacetLeadsToAsManyRowsAsItSays() {
        open("?index=mail&q=*");
        awaitShown("#facets button");
        browser.run("document.querySelectorAll('.others button').forEach(each => each.click())");
        browser.awaits("!document.querySelector('.others')");
        List<String> filters =
                texts("[...document.querySelectorAll('.facet li button')].map(each => ({textContent: each.title}))");
        List<String> counts = texts("document.querySelectorAll('.facet li .count')");
        assertThat(filters)
                .hasSizeGreaterThan(30)
                .anyMatch(each -> each.startsWith("size>="))
                .contains("folder:\"in box\"");
        for (int i = 0; i < filters.size(); i++) {
            open("?index=mail&q=*&filter=" + encoded(filters.get(i)));
            awaitShown(".hit");
            assertThat(text("#status")).as(filters.get(i)).startsWith(counts.get(i) + " row");
        }
    }

    @Test
    void aValueIsFoundByItsBeginningWithTheKeyboard() {
        open("?index=mail&q=*");
        awaitShown("#facets button");
        browser.run("document.querySelector('.others').open = true");
        browser.type(".others [aria-label='Count the values of code']", ENTER);
        awaitShown("[role=combobox]");
        assertThat(text("[aria-labelledby=facet-code]")).contains("each row has a value of its own");

        browser.type("[role=combobox]", "c-1");
        awaitShown("[role=listbox]");
        assertThat(texts("document.querySelectorAll('[role=option]')"))
                .hasSize(10)
                .contains("C-12 1");
        browser.type("[role=combobox]", ESCAPE);
        assertThat(isHidden("[role=listbox]")).isTrue();
        browser.type("[role=combobox]", "2");
        awaitText("[role=listbox]", "C-12 1");
        browser.awaits("document.querySelectorAll('[role=option]').length === 1");
        browser.type("[role=combobox]", DOWN);
        assertThat(browser.run("return document.querySelector('[role=combobox]').getAttribute('aria-activedescendant')"
                                + " === document.querySelector('[role=option][aria-selected=true]').id")
                        .booleanValue())
                .isTrue();
        browser.type("[role=combobox]", ENTER);
        awaitRows(1);
        assertThat(text("#filters")).contains("code:C-12");
    }

    @Test
    void anOrderIsKeptInTheLink() {
        open("?index=mail&q=shipment");
        awaitShown("#sort");
        browser.run(
                "const sort = document.getElementById('sort'); sort.value = 'size:desc'; sort.dispatchEvent(new Event('change'))");
        awaitText(".hit dl", "570");
        assertThat(url()).isEqualTo("?index=mail&q=shipment&sort=size%3Adesc");
        open("?index=mail&q=shipment&sort=size");
        awaitText(".hit dl", "200");
        assertThat(browser.run("return document.getElementById('sort').value").textValue())
                .isEqualTo("size:asc");
    }

    @Test
    void aRowShowsItsKeyItsColumnsAndTheirVersions() {
        open("?index=mail&q=" + encoded("发票") + "&sort=size");
        awaitRows(10);
        browser.type("#q", DOWN);
        browser.type(".hit", ENTER);
        awaitShown("#row table.cells");

        assertThat(cells("#why tr")).contains("发票|required|yes, in subject, body");
        assertThat(text(".verdict")).startsWith("The row matches.");
        assertThat(text("#row-key")).isEqualTo("0002\\x00\\x00\\x00\\x00\\x02");
        assertThat(cells("#row .facts tr")).contains("user (int)|2", "number (long)|2");
        assertThat(cells("#row .cells tr"))
                .contains("d:size|size (int)|220|\\x00\\x00\\x00\\xDC|2026-02-25 14:13:20 +08:00")
                .contains("d:x-raw|not in the index||\\x00\\x01\"#|2026-02-25 14:13:20 +08:00")
                .contains("older|||an earlier subject|2026-02-25 14:13:19 +08:00")
                .anyMatch(
                        line -> line.startsWith("d:sent|sent (date)|2026-03-03 09:14:05 +08:00|\\x00\\x00\\x01\\x9C"));
        browser.run("navigator.clipboard.writeText = async text => { window.copied = text; }");
        assertThat(copied(2)).isEqualTo("get 'mail', \"0002\\x00\\x00\\x00\\x00\\x02\"");
        assertThat(copied(3)).startsWith("curl 'http://127.0.0.1:").contains("/rows/MDAwMgAAAAAC?");

        String link = url();
        assertThat(link).endsWith("&row=MDAwMgAAAAAC");
        browser.type("#row .close", ESCAPE);
        browser.awaits("!document.getElementById('row').open && !location.search.includes('row=')");
        assertThat(browser.run("return document.activeElement === document.querySelector('.hit')")
                        .booleanValue())
                .isTrue();

        browser.run("history.forward()");
        awaitShown("#row table.cells");
        open(link);
        awaitShown("#row table.cells");
        assertThat(text("#row-key")).startsWith("0002");
        browser.type("#row .close", ENTER);
        browser.awaits("!location.search.includes('row=')");
        assertThat(rows()).isEqualTo(10);
    }

    private String copied(int button) {
        browser.run("document.querySelector('.copies button:nth-child(" + button + ")').click()");
        return browser.run("return window.copied").textValue();
    }

    /** Returns the texts of a table's cells, with a line between them. */
    private List<String> cells(String rows) {
        return texts("[...document.querySelectorAll('" + rows
                + "')].map(row => ({textContent: [...row.children].map(each => each.textContent).join('|')}))");
    }

    @Test
    void theWayOfAnAnswerIsShownWhenItIsAskedFor() {
        open("?index=mail&q=shipment");
        awaitShown("#how");
        assertThat(searches()).hasSizeGreaterThan(0);
        browser.type("#how summary", ENTER);
        awaitShown("#how table");
        assertThat(text("#how")).contains("index (search)").containsPattern("HBase: [0-9.]+ ms");

        open("?index=mail&filter=" + encoded("user:2 number:2"));
        awaitRows(1);
        browser.type("#how summary", ENTER);
        awaitShown("#how table");
        assertThat(text("#how")).contains("row keys (get)").contains("0002\\x00\\x00\\x00\\x00\\x02");
    }

    @Test
    void allRowsAreSavedWithFormulasMadeHarmless() {
        open("?index=mail&q=shipment");
        awaitShown("#tools");
        browser.run(
                "window.saved = []; URL.createObjectURL = blob => { blob.text().then(text => window.saved.push(text)); return '#'; }");
        press("Save all rows as CSV");
        awaitText("#saved", "20 rows saved as mail.csv");
        browser.awaits("window.saved.length === 1");
        String csv = browser.run("return window.saved[0]").textValue();
        assertThat(csv.lines()).hasSize(21);
        assertThat(csv)
                .contains("key,")
                .contains("from,folder,subject,body,sent,size,read")
                .contains("ann@example.com,in box,");

        press("Save all rows as NDJSON");
        awaitText("#saved", "mail.ndjson");
        browser.awaits("window.saved.length === 2");
        assertThat(browser.run("return window.saved[1]").textValue().lines())
                .hasSize(21)
                .last()
                .asString()
                .startsWith("{\"end\"");

        browser.run("window.fetch = () => Promise.resolve(new Response("
                + "JSON.stringify({ end: { degraded: ['hbase'], view_lost: true } })))");
        press("Save all rows as CSV");
        awaitText("#saved", "Some rows may be missing or from another state of the index.");
        browser.run("window.fetch = () => Promise.resolve(new Response('{}'))");
        press("Save all rows as CSV");
        awaitText("#saved", "Not saved. The gateway ended the stream early.");
    }

    private void press(String label) {
        browser.run("document.querySelector('[aria-label=\"" + label + "\"]').click()");
    }

    @Test
    void anIndexWithoutMetricsStillHasFacetsOfValues() {
        open("?index=mail&q=shipment");
        awaitShown("#facet-size");
        browser.run("const real = window.fetch; window.fetch = (path, options) => options?.body?.includes('metrics')"
                + " ? Promise.resolve(new Response('{\"status\": 400}', {status: 400})) : real(path, options)");
        browser.type("#q", " OR container" + ENTER);
        browser.awaits("document.querySelector('#facet-from') && !document.querySelector('#facet-size')");
        assertThat(texts("document.querySelectorAll('.facet h2')")).containsExactly("from", "folder", "read");
    }

    @Test
    void theStartLeadsToAllRows() {
        open("");
        awaitShown("#all");
        browser.type("#all", ENTER);
        awaitText("#status", "40 rows");
        awaitShown("#facets button");
    }

    @Test
    void operatorsSeeIndexesAndHealth() {
        open("");
        awaitShown("#about");
        browser.run("document.getElementById('operations-link').click()");
        awaitShown("#operations table");
        assertThat(cells("#operations tr")).anyMatch(line -> line.startsWith("mail|default:mail|40|0|0|"));
        assertThat(text("#health")).isEqualTo("ok");
    }

    @Test
    void errorsAndEmptyAnswersAreToldInTheLanguageOfTheReader() {
        screen(1_100, "zh-CN");
        open("?index=mail&q=" + encoded("发票"));
        awaitText("#status", "10 行");
        open("?index=mail&q=" + encoded("没有这样的词语"));
        awaitText("#status", "没有找到任何行");
        open("?index=mail&q=x&filter=" + encoded("nothing:1"));
        awaitShown("#problem");
        assertThat(text("#problem")).contains("nothing");
        open("?index=nope&q=x");
        awaitText("#problem", "没有索引“nope”");
    }

    @Test
    void aWrongKeyIsAskedForAgain() throws Exception {
        try (FuzzedGateway closed = gateway("closed", List.of(ApiKey.ofAll(new Secret(KEY))))) {
            open(closed, "?index=mail&q=shipment");
            awaitShown("#key-dialog");
            browser.type("#key", "x".repeat(32) + ENTER);
            browser.awaits("document.getElementById('key-problem').textContent");
            browser.type("#key", KEY + ENTER);
            awaitRows(20);
            awaitShown("#facets button");
            assertThat(isHidden("#tools a")).isTrue();
        }
    }

    private List<String> facet(String field) {
        return texts("document.querySelectorAll('[aria-labelledby=facet-" + field + "] li button')");
    }
}
