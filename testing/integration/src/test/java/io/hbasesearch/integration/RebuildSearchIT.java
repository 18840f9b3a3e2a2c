/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Fifty search all the time while the index is built anew, twice, and gone back: none is refused, and none finds less. */
@ExtendWith(Servers.Extension.class)
@Timeout(600)
@OnlyWithFaults
class RebuildSearchIT {
    private static final int SEARCHERS = 50;
    private static final int ROWS = 300;
    /** Each takes 32 searches at once, and refuses what waits for its turn for more than a second, as where a machine is busy. */
    private static final List<String> GATEWAYS = List.of("gateway-1", "gateway-2");

    private static final Duration PAUSE = Duration.ofMillis(500);

    private static final Duration LIMIT = Duration.ofMinutes(3);
    /** The gateway's own deadline is less; a machine that is busy may let it run late. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Pattern ADDRESS = Pattern.compile("started; (http://[0-9.:]+)/health");

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicInteger answers = new AtomicInteger();
    private final CountDownLatch stop = new CountDownLatch(1);
    /** What is under way, for who reads of a failure. */
    private volatile String step = "nothing changes";

    @Test
    void noSearchFailsAndNoneFindsLess(Servers servers, @TempDir Path directory) throws Exception {
        String name = "rebuildsearch";
        TestTable table = TestTable.create(servers.connection(), name, 1);
        Site site = OldRows.site(servers, directory, name, table, ROWS);
        allowTime(site);
        try (SearchProcess indexer = SearchProcess.start(site, "indexer");
                SearchProcess one = SearchProcess.start(site.config(), site.log(GATEWAYS.get(0)), "gateway");
                SearchProcess other = SearchProcess.start(site.config(), site.log(GATEWAYS.get(1)), "gateway")) {
            site.run(0, "reindex", name);
            List<URI> searches = new ArrayList<>();
            for (String gateway : GATEWAYS) {
                URI search = URI.create(address(site, gateway) + "/v1/indexes/" + name + "/search?q=old&size=5");
                Oracle.await("every row is found", LIMIT, () -> ask(search).isEmpty());
                searches.add(search);
            }
            searchWhile(searches, () -> {
                Oracle.await("all of them are answered", LIMIT, answeredMoreThan(2 * SEARCHERS));
                assertThat(wrong).as("before anything is changed").isEmpty();
                change(directory, name);
                changeTheIndex(site, name);
                Oracle.await("they search after the change", LIMIT, answeredMoreThan(answers.get() + 2 * SEARCHERS));
            });
            assertThat(wrong).isEmpty();
            assertThat(answers.get()).isGreaterThan(5 * SEARCHERS);
            assertThat(List.of(indexer, one, other)).allMatch(SearchProcess::isAlive);
        }
    }

    /** A search that is late as the machine is busy is none that failed for the rebuild. */
    private static void allowTime(Site site) throws IOException {
        String changed = Files.readString(site.config()).replace("gateway:\n", "gateway:\n  requestTimeout: 60s\n");
        assertThat(changed).contains("requestTimeout");
        Files.writeString(site.config(), changed);
    }

    private interface Action {
        void run() throws Exception;
    }

    private void searchWhile(List<URI> searches, Action action) throws Exception {
        List<Future<?>> searching = new ArrayList<>();
        ExecutorService searchers = Executors.newFixedThreadPool(SEARCHERS);
        try {
            for (int i = 0; i < SEARCHERS; i++) {
                URI search = searches.get(i % searches.size());
                searching.add(searchers.submit(() -> searchOn(search)));
            }
            action.run();
        } finally {
            stop.countDown();
            searchers.shutdown();
        }
        for (Future<?> searcher : searching) {
            searcher.get();
        }
    }

    private BooleanSupplier answeredMoreThan(int number) {
        return () -> answers.get() > number;
    }

    private void changeTheIndex(Site site, String name) {
        run(site, name, "--rebuild", "--keep-old");
        run(site, "rollback", name);
        run(site, "rollback", name);
        run(site, name, "--rebuild", "--rows-per-second", "100");
    }

    private void run(Site site, String... options) {
        step = String.join(" ", options);
        List<String> command = new ArrayList<>(List.of("reindex"));
        command.addAll(List.of(options));
        site.run(0, command.toArray(String[]::new));
        step = "after " + step;
    }

    private static void change(Path directory, String name) throws IOException {
        Path definition = directory.resolve("indexes").resolve(name + ".yaml");
        Files.writeString(definition, Files.readString(definition).replace("type: keyword", "type: text"));
    }

    private Void searchOn(URI search) throws InterruptedException {
        while (!stop.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
            String problem = ask(search);
            answers.incrementAndGet();
            if (!problem.isEmpty()) {
                wrong.add(step + ": " + problem);
            }
        }
        return null;
    }

    /** @return what is wrong with the answer; empty if nothing is */
    private String ask(URI search) {
        try {
            HttpResponse<String> answer =
                    http.send(HttpRequest.newBuilder(search).timeout(PATIENCE).build(), BodyHandlers.ofString());
            JsonNode body = json.readTree(answer.body());
            boolean whole = answer.statusCode() == 200
                    && body.path("hits").size() == 5
                    && body.path("total").path("value").asInt(body.path("total").asInt()) == ROWS;
            return whole ? "" : answer.statusCode() + ": " + answer.body();
        } catch (IOException e) {
            return "no answer: " + e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    private static String address(Site site, String gateway) throws Exception {
        String[] found = {""};
        Oracle.await("the gateway listens", LIMIT, () -> {
            try {
                Matcher address = ADDRESS.matcher(Files.readString(site.log(gateway)));
                found[0] = address.find() ? address.group(1) : "";
            } catch (IOException e) {
                found[0] = "";
            }
            return !found[0].isEmpty();
        });
        return found[0];
    }
}
