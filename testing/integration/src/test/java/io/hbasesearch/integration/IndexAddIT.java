/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code index add} makes an unprepared table searchable in an embedded index, which is deleted while {@code serve} owns it. */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
@Timeout(400)
class IndexAddIT {
    private static final String NAME = "addedorders";
    private static final int ROWS = 120;
    private static final Pattern WORD = Pattern.compile("'((?:[^']|'\\\\'')*)'|(\\S+)");

    private final int port = freePort();

    private static int freePort() {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void oneCommandMakesATableSearchableAndGoesOnWhereItStopped(Servers servers, @TempDir Path directory)
            throws Exception {
        Site site = site(servers, directory);
        Path definition = directory.resolve("indexes").resolve(NAME + ".yaml");

        assertThat(site.run(2, "index", "add", NAME)).contains("--yes");
        assertThat(states(site)).containsExactly("to do", "to do", "to do", "to do", "to do");
        assertThat(definition).doesNotExist();
        eachCommandNamesTheNext(site);
        Files.delete(definition);

        // The index stays empty, because no process fills it; the steps before are done.
        assertThat(site.run(11, "index", "add", NAME, "--yes"))
                .contains(
                        "1 of 5, definition: Sample ",
                        "REPLICATION_SCOPE set to 1",
                        "error[SERVER_UNREACHABLE]: 4 of 5")
                .contains("Done: definition, peer, index. This goes on: hbase-search index add " + NAME);
        assertThat(states(site)).containsExactly("already done", "already done", "already done", "to do", "to do");

        try (SearchProcess serve = SearchProcess.start(site, "serve")) {
            String added = site.run(0, "index", "add", NAME, "--yes", "-o", "json");
            List<String> commands = commands(added);
            assertThat(commands).hasSize(3).allSatisfy(command -> assertThat(run(site, command))
                    .contains("ROW", "key"));
            assertThat(site.run(0, "verify", NAME, "-o", "json")).contains("\"rows\":" + ROWS);

            assertThat(site.run(0, "index", "add", NAME, "--yes"))
                    .contains(
                            "1 of 5, definition: already done.",
                            "2 of 5, peer: already done.",
                            "3 of 5, index: already done.",
                            "4 of 5, reindex: already done.",
                            "5 of 5, verify: Compare");
            editsThatWereNotAnnouncedAreFound(site);
            aRowThatCannotBeIndexedIsToldAndTheOthersAreFound(site);
            goesOnAfterADeletionThatIsGivenUp(site, directory);
            isDeletedWhileItIsServed(site, serve);
        }
    }

    private static void editsThatWereNotAnnouncedAreFound(Site site) {
        site.run(0, "peer", "remove", "--table", NAME, "--yes");
        site.run(0, "table", "put", NAME, "00key7777", "m:subject=unannounced invoice");
        assertThat(site.run(0, "index", "add", NAME, "--yes")).contains("4 of 5, reindex: Read the rows");
        assertThat(site.run(0, "search", NAME, "unannounced")).contains("00key7777");
        site.run(0, "table", "delete", NAME, "00key7777", "--yes");
    }

    private static void aRowThatCannotBeIndexedIsToldAndTheOthersAreFound(Site site) {
        site.run(0, "table", "put", NAME, "00key6666", "m:amount=lots!");
        assertThat(site.run(3, "index", "add", NAME, "--yes"))
                .contains("5 of 5, verify: ", "hbase-search dead-letters list " + NAME)
                .contains("can be searched as index " + NAME)
                .doesNotContain("This goes on");
        site.run(0, "table", "delete", NAME, "00key6666", "--yes");
    }

    /** Requests are taken back at different times after the owner has seen them: it looks every second. */
    private static void goesOnAfterADeletionThatIsGivenUp(Site site, Path directory) throws Exception {
        Path request = directory.resolve("lucene").resolve(NAME).resolve("withdrawn");
        for (int i = 0; i < 5; i++) {
            Files.createFile(request);
            Thread.sleep(1_000 + 50 * i);
            Files.delete(request);
            String key = "00key888" + i;
            site.run(0, "table", "put", NAME, key, "m:subject=given up");
            Oracle.await("row " + key + " is found", Duration.ofSeconds(30), () -> isFound(site, key));
            site.run(0, "table", "delete", NAME, key, "--yes");
        }
    }

    /** Returns false, too, while the gateway knows no such index. */
    private static boolean isFound(Site site, String key) {
        try {
            return site.run(0, "search", NAME, "\"given up\"", "-o", "json").contains(key);
        } catch (AssertionError e) {
            return false;
        }
    }

    private static void isDeletedWhileItIsServed(Site site, SearchProcess serve) throws Exception {
        assertThat(site.run(0, "index", "delete", NAME, "--yes"))
                .contains("Deleted.", "no process creates the index again")
                .contains("hbase-search index add " + NAME, "peer remove --table " + NAME);
        assertThat(site.run(1, "search", NAME, "invoice")).contains(NAME);
        site.run(0, "table", "put", NAME, "00key9999", "m:subject=late invoice");
        Thread.sleep(3_000);
        assertThat(site.run(0, "index", "list", "-o", "json")).doesNotContain(NAME);
        assertThat(states(site)).containsExactly("already done", "already done", "to do", "to do", "to do");
        assertThat(serve.isAlive()).isTrue();

        assertThat(site.run(0, "index", "add", NAME, "--yes")).contains("3 of 5, index: Create");
        assertThat(site.run(0, "search", NAME, "late")).contains("00key9999");
    }

    /** As a user goes on by hints alone: none of them is refused. */
    private static void eachCommandNamesTheNext(Site site) {
        assertThat(site.run(0, "index", "init", NAME)).contains("go on: hbase-search index add " + NAME);
        String refused = site.run(1, "index", "create", NAME);
        assertThat(refused).contains("Run: hbase-search peer add --table " + NAME + " --set-scope");
        String command = refused.replaceAll("(?s).*Run: (hbase-search peer add [^;\n]*).*", "$1");
        assertThat(run(site, command + " --dry-run")).contains("Set REPLICATION_SCOPE to 1 for m");
        assertThat(site.run(10, "peer", "add", "--table", NAME, "--replication-factor", "99"))
                .contains("Run: " + command.replaceAll(" --(config|replication-factor).*", ""));
    }

    private Site site(Servers servers, Path directory) throws Exception {
        Site site = new Site(servers.addresses(), directory, "default:other", "other");
        String text = Files.readString(site.config())
                .replace(
                        "backend: elasticsearch",
                        "backend: lucene\n  lucene:\n    directory: " + directory.resolve("lucene"))
                .replace("gateway:\n  port: 0", "gateway:\n  port: " + port);
        Files.writeString(site.config(), text);
        StringBuilder rows = new StringBuilder("key,subject,state,amount\n");
        for (int i = 0; i < ROWS; i++) {
            rows.append(String.format(
                    "0%dkey%04d,\"%s %s number%d\",%s,%d%n",
                    i % 4,
                    i,
                    i % 3 == 0 ? "invoice" : "delivery",
                    i % 2 == 0 ? "请尽快付款" : "overdue",
                    i,
                    i % 5 == 0 ? "open" : "closed",
                    i));
        }
        Path file = Files.writeString(directory.resolve("rows.csv"), rows);
        site.run(0, "table", "create", NAME, "m", "--salts", "4");
        site.run(0, "table", "import", NAME, file.toString(), "--key", "key", "--map", "amount=m:amount:int");
        return site;
    }

    private static List<String> states(Site site) throws Exception {
        List<String> states = new ArrayList<>();
        String json = site.run(0, "index", "add", NAME, "--dry-run", "-o", "json");
        new ObjectMapper()
                .readTree(json.substring(json.indexOf('[')))
                .forEach(step -> states.add(step.path("state").asText()));
        return states;
    }

    private static List<String> commands(String output) throws Exception {
        String line =
                output.lines().filter(each -> each.startsWith("[{")).findFirst().orElseThrow();
        List<String> commands = new ArrayList<>();
        for (JsonNode query : new ObjectMapper().readTree(line)) {
            assertThat(query.path("rows").asLong()).isPositive();
            commands.add(query.path("command").asText());
        }
        return commands;
    }

    /** Runs a printed command, which names the configuration itself. */
    private static String run(Site site, String command) {
        assertThat(command).startsWith("hbase-search ").contains(" --config " + site.config());
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(command.substring("hbase-search ".length()));
        while (matcher.find()) {
            words.add(
                    matcher.group(1) == null
                            ? matcher.group(2)
                            : matcher.group(1).replace("'\\''", "'"));
        }
        return site.run(0, words.toArray(String[]::new));
    }
}
