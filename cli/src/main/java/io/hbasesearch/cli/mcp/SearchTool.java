/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.mcp;

import io.hbasesearch.client.GatewayClient;
import io.hbasesearch.client.SearchOptions;
import io.hbasesearch.client.SearchResponse;
import java.util.List;
import java.util.function.Function;

/** Finds rows by words. */
final class SearchTool implements Tool {
    private static final int SIZE = 10;
    private static final int MOST_HITS = 100;
    private static final Argument INDEX = Argument.required(
            "index", "The name of an index as list_indexes shows it, or several with commas between: mail,notes.");
    private static final Argument SORT = Argument.texts(
            "sort",
            "The order of the hits: a field (keyword, number, date or boolean), _score or _key, each with :asc or :desc, such"
                    + " as [\"sent:desc\"]. Default: the best match first.");
    private static final Argument HITS =
            Argument.number("size", "The number of hits, at most " + MOST_HITS + ". Default: " + SIZE + ".");
    private static final Argument CURSOR = Argument.text(
            "cursor",
            "Where to continue: 'next' or 'previous' of an earlier result of the same query, filter and sort.");
    private static final Argument FACETS =
            Argument.texts("facets", "Fields whose ten most frequent values are counted among all matches.");
    private static final Argument COLUMNS = Argument.texts(
            "columns", "Cells to show besides the fields: family:qualifier, or family for all of it. Default: none.");

    private final Function<String, GatewayClient> gateways;

    SearchTool(Function<String, GatewayClient> gateways) {
        this.gateways = gateways;
    }

    @Override
    public String name() {
        return "search";
    }

    @Override
    public String title() {
        return "Search rows";
    }

    @Override
    public String description() {
        return "Finds rows of an HBase table by words in any column, and shows their fields as they are now. 'total' counts all"
                + " matches; 'next' is the cursor of the next page. Long values are shortened: get_row reads a whole row.";
    }

    @Override
    public List<Argument> arguments() {
        return List.of(
                INDEX,
                QueryArguments.QUERY,
                QueryArguments.FILTER,
                SORT,
                HITS,
                CURSOR,
                FACETS,
                COLUMNS,
                QueryArguments.FUZZINESS,
                QueryArguments.ZONE);
    }

    @Override
    public String call(Arguments given) {
        boolean columns = !given.texts(COLUMNS.name()).isEmpty();
        SearchPage page = new SearchPage(search(given, given.number(HITS.name(), SIZE, MOST_HITS)), columns);
        int fitting = page.fitting();
        int found = page.hits();
        if (fitting < found) {
            // Asks again, because the cursors of the longer page lead past the hits that do not fit.
            page = new SearchPage(search(given, fitting), columns);
            page.note("only " + fitting + " of " + found
                    + " hits fit into one result: pass 'next' as the cursor for more");
        }
        return Limited.fit(SearchPage.LIMITS, page::render);
    }

    private SearchResponse search(Arguments given, int size) {
        String index = given.text(INDEX.name());
        SearchOptions options = QueryArguments.options(given)
                .withSort(given.texts(SORT.name()))
                .withSize(size)
                .withCursor(given.textOrNull(CURSOR.name()))
                .withFacetsOf(given.texts(FACETS.name()))
                .withColumns(given.texts(COLUMNS.name()))
                .withKeyFormat("binary");
        GatewayClient gateway = gateways.apply(index);
        return index.contains(",")
                ? gateway.searchAll(List.of(index.split(",", -1)), options)
                : gateway.search(index, options);
    }
}
