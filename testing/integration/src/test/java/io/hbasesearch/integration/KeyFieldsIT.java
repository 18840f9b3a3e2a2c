/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.HBaseConfig;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.PathRequest;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.rowkey.plan.KeyPlanner;
import io.hbasesearch.core.rowkey.plan.PredicateText;
import io.hbasesearch.core.rowkey.plan.RowCheck;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBasePathReader;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.RawDocument;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables whose keys are made of parts: rows are found by what their keys say, also while the regions change that they begin with,
 * and those whose keys do not fit are left out.
 */
@ExtendWith(Servers.Extension.class)
@Timeout(240)
class KeyFieldsIT {
    private static final Duration CONVERGENCE = Duration.ofMinutes(1);
    private static final Pattern ADDRESS = Pattern.compile("started; (http://[0-9.:]+)/health");
    private static final String MAIL = "keymail";
    private static final String SALTED = "keysalted";
    private static final String LOCAL = "keylocal";
    private static final String STRAY = "stray";

    /** User, day and message, each of a fixed width. */
    private static final Site.Definition MAIL_BOX = new Site.Definition(
            """
            table: keymail
            rowKey:
              spec:
                parts:
                  user:    {type: ascii, width: 8}
                  day:     {type: date, pattern: yyyyMMdd}
                  message: {type: ascii, width: 6}
              undecodable: skip
            fields:
              text: {column: "d:text", type: text}
            """);

    /** One letter that nothing tells, a dash and the id. */
    private static final Site.Definition RANDOM_SALT = new Site.Definition(
            """
            table: keysalted
            rowKey:
              spec:
                parts:
                  salt: {kind: salt, type: ascii, values: [a, b, c, d]}
                  dash: {kind: const, value: "-"}
                  id:   {type: ascii}
              undecodable: skip
            fields:
              text: {column: "d:text", type: text}
            """);

    /** The start of the row's region, a number and the row that has it. */
    private static final Site.Definition LOCAL_INDEX = new Site.Definition(
            """
            table: keylocal
            rowKey:
              spec:
                parts:
                  region: {kind: salt, type: ascii, width: 4}
                  phone:  {type: ascii, width: 11, transform: reverse}
                  row:    {type: ascii}
            fields:
              text: {column: "d:text", type: text}
            """);

    private final Map<RowKey, Map<String, Object>> mails = new TreeMap<>();
    private final Map<RowKey, Map<String, Object>> salted = new TreeMap<>();
    private final Map<RowKey, Map<String, Object>> local = new TreeMap<>();

    @Test
    void rowsAreFoundByTheFieldsOfTheirKeys(Servers servers, @TempDir Path directory) throws Exception {
        TestTable mail = TestTable.create(servers.connection(), MAIL, 1);
        TestTable salts = TestTable.create(servers.connection(), SALTED, 1);
        TestTable locals = TestTable.create(servers.connection(), LOCAL, 1, Bytes.toBytes("8000"));
        Site ofMail = Site.withDefinition(servers.addresses(), directory, MAIL, MAIL_BOX);
        Site ofSalts = Site.withDefinition(servers.addresses(), directory, SALTED, RANDOM_SALT);
        Site ofLocals = Site.withDefinition(servers.addresses(), directory, LOCAL, LOCAL_INDEX);
        for (Site site : new Site[] {ofMail, ofSalts, ofLocals}) {
            site.addPeer(MAIL, site.index(), 1);
            site.run(0, "index", "create", site.index());
        }
        try (SearchProcess indexer = SearchProcess.start(ofMail, "indexer");
                SearchProcess gateway = SearchProcess.start(ofMail, "gateway")) {
            writeMails(mail);
            writeSalted(salts);
            writeLocal(locals, "0000", "8000");
            converge(ofMail, mails);
            converge(ofSalts, salted);
            search(ofMail, address(ofMail));
            readTheTable(address(ofMail));
            regionsSplitUnderTheirStarts(servers, ofLocals, locals, address(ofMail));
            assertThat(ofMail.run(0, "reindex", MAIL)).doesNotContain("cannot be indexed");
            converge(ofMail, mails);
            assertThat(ofMail.oracle().read().get(RowKey.utf8(STRAY)).state()).isEqualTo(RawDocument.State.DELETED);
            assertThat(indexer.isAlive()).isTrue();
            assertThat(gateway.isAlive()).isTrue();
        }
    }

    private static void converge(Site site, Map<RowKey, Map<String, Object>> expected) throws Exception {
        site.oracle().awaitConverged(expected, CONVERGENCE, () -> site.events("default", site.index()));
        assertThat(site.run(0, "verify", site.index(), "--hashes")).contains("Nothing differs");
        assertThat(site.run(0, "dead-letters", "list", site.index())).contains("0 in all.");
    }

    private static void search(Site site, String gateway) {
        assertThat(found(site, gateway, MAIL, "user:u1000001"))
                .contains("u100000120260302000001", "u100000120260304000003")
                .doesNotContain("u1000002");
        assertThat(found(site, gateway, MAIL, "+user:u1000001 +day:[2026-03-03 TO 2026-03-31] +hello"))
                .contains("u100000120260304000003")
                .doesNotContain("u100000120260302000001");
        assertThat(found(site, gateway, MAIL, "hello")).doesNotContain(STRAY);
        assertThat(found(site, gateway, SALTED, "id:abc001"))
                .contains("a-abc001", "c-abc001")
                .doesNotContain("abc002");
    }

    /** Past the index: by how keys begin, and by one key for each salt. */
    private static void readTheTable(String gateway) throws Exception {
        assertThat(table(gateway, MAIL, "filter=user:u1000001"))
                .contains("u100000120260302000001", "u100000120260304000003")
                .doesNotContain("u1000002");
        assertThat(table(gateway, MAIL, "filter=user:u1000001&size=1"))
                .contains("u100000120260302000001", "\"next\"")
                .doesNotContain("u100000120260304000003");
        assertThat(table(gateway, SALTED, "filter=id:abc001"))
                .contains("a-abc001", "c-abc001")
                .doesNotContain("abc002", "x-abc001");
    }

    /** No list of starts stays right: rows are found behind whatever start they have, by processes that run all the while. */
    private void regionsSplitUnderTheirStarts(Servers servers, Site site, TestTable table, String gateway)
            throws Exception {
        assertThat(table(gateway, LOCAL, "filter=phone:13812345678"))
                .contains("000087654321831r0000", "800087654321831r8000")
                .doesNotContain("97654321831");
        try (Admin admin = servers.connection().getAdmin()) {
            admin.split(table.name(), Bytes.toBytes("c000"));
            Oracle.await("the region is split", CONVERGENCE, () -> regions(admin, table.name()) == 3);
        }
        writeLocal(table, "c000");
        converge(site, local);
        assertThat(table(gateway, LOCAL, "filter=phone:13812345678"))
                .contains("000087654321831r0000", "800087654321831r8000", "c00087654321831rc000");
        assertThat(table(gateway, LOCAL, "filter=phone:13812345679")).contains("c00097654321831rc000");
        assertThat(lastTwo(servers, site, "phone=13812345678"))
                .as("read backwards")
                .containsExactly("800087654321831r8000", "c00087654321831rc000");
    }

    /** As a page back reads them. */
    private static List<String> lastTwo(Servers servers, Site site, String predicate) {
        Path definition = site.config().resolveSibling("indexes").resolve(LOCAL + ".yaml");
        RowKeySpec spec = new IndexDefinitionReader(Map.of())
                .readFile(definition)
                .rowKey()
                .orElseThrow()
                .spec();
        AccessPath path = new KeyPlanner(spec).plan(List.of(new PredicateText(spec).parse(predicate)));
        HBaseConfig hbase = new HBaseConfig(
                "127.0.0.1:" + servers.hbase().zooKeeperPort(), "/hbase", Optional.empty(), Map.of(), CONVERGENCE);
        try (HBaseConnections connections = new HBaseConnections(hbase);
                HBasePathReader paths = new HBasePathReader(connections)) {
            PathRequest request = PathRequest.of(TableId.parse(LOCAL), path, new RowCheck(spec, List.of(), Map.of()));
            return paths.read(request.withTimeout(CONVERGENCE).withLimit(2).readFromEnd()).rows().stream()
                    .map(found -> found.row().key().printable())
                    .toList();
        }
    }

    private static int regions(Admin admin, TableName table) {
        try {
            return admin.getRegions(table).size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeLocal(TestTable table, String... regions) throws IOException {
        try (Table open = table.open()) {
            for (String region : regions) {
                for (String phone : new String[] {"13812345678", "13812345679"}) {
                    String key = region + new StringBuilder(phone).reverse() + "r" + region;
                    open.put(put(key));
                    local.put(RowKey.utf8(key), Map.of("phone", phone, "row", "r" + region, "text", "hello " + key));
                }
            }
        }
    }

    private static String table(String gateway, String index, String query) throws Exception {
        URI uri = URI.create(gateway + "/v1/indexes/" + index + "/search?plan=table&sort=_key&keyFormat=text&" + query);
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static String found(Site site, String gateway, String index, String query) {
        return site.run(0, "search", index, query, "--gateway", gateway, "-o", "json");
    }

    private void writeMails(TestTable table) throws IOException {
        try (Table open = table.open()) {
            open.put(put(STRAY));
            mail(open, "u1000001", "2026-03-02", "000001");
            mail(open, "u1000001", "2026-03-04", "000003");
            mail(open, "u1000002", "2026-03-02", "000001");
        }
    }

    private void mail(Table open, String user, String day, String message) throws IOException {
        String key = user + day.replace("-", "") + message;
        open.put(put(key));
        mails.put(
                RowKey.utf8(key),
                Map.of("user", user, "day", day + "T00:00:00.000Z", "message", message, "text", "hello " + key));
    }

    private void writeSalted(TestTable table) throws IOException {
        try (Table open = table.open()) {
            for (String salt : new String[] {"a", "c"}) {
                for (String id : new String[] {"abc001", "abc002"}) {
                    String key = salt + "-" + id;
                    open.put(put(key));
                    salted.put(RowKey.utf8(key), Map.of("id", id, "text", "hello " + key));
                }
            }
            // No such salt.
            open.put(put("x-abc001"));
        }
    }

    private static Put put(String key) {
        return new Put(Bytes.toBytes(key)).addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("hello " + key));
    }

    private static String address(Site site) throws Exception {
        String[] found = {""};
        Oracle.await("the gateway listens", CONVERGENCE, () -> {
            try {
                Matcher address = ADDRESS.matcher(Files.readString(site.log("gateway")));
                found[0] = address.find() ? address.group(1) : "";
            } catch (IOException e) {
                found[0] = "";
            }
            return !found[0].isEmpty();
        });
        return found[0];
    }
}
