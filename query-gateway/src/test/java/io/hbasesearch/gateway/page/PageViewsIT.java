/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.Row;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Shows each view of the page on wide and narrow screens, in light and dark colours. None is wider than its screen, axe-core finds nothing
 * serious in any, and {@code -Dhbasesearch.writeScreenshots=true} writes those that documents show.
 */
class PageViewsIT extends PageFixture {
    private static final Path IMAGES =
            Path.of(System.getProperty("hbasesearch.repository.root", ".."), "docs", "images");

    private String axe = "";

    PageViewsIT() {
        super(Mails.DEFINITION, Mails.rows());
    }

    @Override
    List<Cell> history(Row row) {
        return Mails.history(row);
    }

    @BeforeAll
    void load() throws IOException {
        try (InputStream in = getClass().getResourceAsStream("/axe.min.js")) {
            axe = new String(
                    Objects.requireNonNull(in, "axe.min.js is not on the class path")
                            .readAllBytes(),
                    UTF_8);
        }
    }

    /**
     * @param action a script that leads from the link to the view
     * @param shown a selector of what the view has when it is complete
     * @param image its name in the documents, if they show it
     */
    @ParameterizedTest(name = "{0}, {1} px, {2}, {3}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "start       | 1100 | light | en-US | ''                        | -                | #about table      | -",
                "start       | 400  | dark  | zh-CN | ''                        | -                | #about table      | -",
                "rows        | 1100 | light | en-US | ?q=shipment OR 发票        | -                | #facets button    | search-page.png",
                "rows        | 1100 | dark  | zh-CN | ?q=发票&filter=read:true   | -                | #facets button    | search-page-zh.png",
                "rows        | 400  | light | en-US | ?q=shipment               | narrow.open=true | #facets button    | -",
                "rows        | 320  | dark  | zh-CN | ?q=shipment&from=20       | narrow.open=true | #facets button    | -",
                "row         | 1100 | light | en-US | ?q=发票&row=MDAwMgAAAAAC   | -                | #row .cells       | row.png",
                "row         | 400  | dark  | zh-CN | ?q=发票&row=MDAwMgAAAAAC   | -                | #row .cells       | -",
                "no row      | 400  | light | en-US | ?q=*&row=AAAA             | -                | #row .problem     | -",
                "answer      | 1100 | dark  | en-US | ?q=shipment               | how.open=true    | #how table        | -",
                "answer      | 400  | light | zh-CN | ?filter=user:2 number:2   | how.open=true    | #how table        | -",
                "no rows     | 400  | light | en-US | ?q=nothingofthis          | -                | #hits .quiet      | -",
                "error       | 400  | dark  | en-US | ?q=\"*x\" AND *x           | -                | #problem h2       | -",
                "no index    | 400  | light | zh-CN | ?index=nope&q=x           | -                | #problem h2       | -",
                "operations  | 1100 | light | en-US | ?view=operations          | -                | #operations table | -",
                "operations  | 400  | dark  | zh-CN | ?view=operations          | -                | #operations table | -",
                "API         | 1100 | light | en-US | page/api.html             | -                | #operations article | -",
                "API         | 400  | dark  | en-US | page/api.html             | -                | #operations article | -"
            })
    void aViewFitsItsScreenAndIsReadByEveryReader(
            String name,
            int width,
            String scheme,
            String language,
            String link,
            String action,
            String shown,
            String image)
            throws IOException {
        colors(scheme);
        screen(width, image == null ? 800 : 620, language);
        open(link.replace(" ", "%20").replace("\"", "%22"));
        if (action != null) {
            browser.awaits("document.querySelector('" + (action.startsWith("how") ? "#how" : "#facets button") + "')");
            browser.run("document.getElementById('" + action.replace(".", "').").replace("=", " = "));
        }
        awaitShown(shown);
        if (image != null) {
            keep(image, browser.screenshot());
        }
        assertFits(width, name);
        assertThat(violations()).as(name).isEmpty();
    }

    /** Returns what axe-core calls serious or critical. */
    private Stream<String> violations() {
        browser.run(axe);
        JsonNode found = browser.runAsync("axe.run().then(arguments[0], failure => arguments[0](String(failure)))");
        assertThat(found.isObject()).as("axe-core: %s", found).isTrue();
        return java.util.stream.StreamSupport.stream(found.get("violations").spliterator(), false)
                .filter(each -> each.get("impact").asText().matches("serious|critical"))
                .map(each ->
                        each.get("id").textValue() + ": " + each.get("nodes").findValuesAsText("html"));
    }

    private static void keep(String name, byte[] image) throws IOException {
        if (Boolean.getBoolean("hbasesearch.writeScreenshots")) {
            Files.createDirectories(IMAGES);
            Files.write(IMAGES.resolve(name), image);
        }
    }
}
