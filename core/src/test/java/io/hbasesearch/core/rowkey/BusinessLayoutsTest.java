/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.rowkey.plan.KeyPlanner;
import io.hbasesearch.core.rowkey.plan.SortField;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The layouts of config/rowkeys that applications make: their keys, and the queries that each is made for. */
class BusinessLayoutsTest {
    private static AccessPath.Scan scan(SampleTable table, String... predicates) {
        return (AccessPath.Scan) table.plan(predicates);
    }

    private static AccessPath.Gets gets(SampleTable table, String... predicates) {
        return (AccessPath.Gets) table.plan(predicates);
    }

    private static void assertRoundTrip(SampleTable table) {
        for (RowKey row : table.rows()) {
            Map<String, KeyValue> values = table.decode(row);
            assertThat(table.spec().encode(values))
                    .isInstanceOfSatisfying(EncodedKey.Complete.class, encoded -> assertThat(encoded.keys())
                            .containsExactly(row));
        }
    }

    @Test
    void mailBox() {
        SampleTable table = SampleTable.of("mail-box");
        RowKey first = table.put("user=u1000001", "day=2026-03-02", "message=000001");
        RowKey second = table.put("user=u1000001", "day=2026-03-02", "message=000002");
        RowKey third = table.put("user=u1000001", "day=2026-03-03", "message=000003");
        RowKey other = table.put("user=u1000002", "day=2026-03-02", "message=000004");

        assertThat(first.printable()).isEqualTo("u100000120260302000001");
        assertRoundTrip(table);
        assertThat(table.found("user=u1000001")).containsExactly(first, second, third);
        assertThat(table.found("user=u1000001", "day=2026-03-02")).containsExactly(first, second);
        assertThat(table.found("user=u1000001", "day>=2026-03-03")).containsExactly(third);
        assertThat(table.found("user|=u1000001|u1000002", "day=2026-03-02")).containsExactly(first, second, other);
        assertThat(gets(table, "user=u1000001", "day=2026-03-02", "message=000002")
                        .keys())
                .containsExactly(second);
        AccessPath.Scan all = scan(table, "user=u1000001");
        assertThat(all.residual()).isEmpty();
        assertThat(all.order()).containsExactly(new SortField("day", false), new SortField("message", false));
        assertThat(table.found("user=u1000001", "day=2026-03-02", "message>000001"))
                .as("page 2")
                .containsExactly(second);
        assertThat(table.plan("day=2026-03-02")).isInstanceOf(AccessPath.None.class);
    }

    @Test
    void userDirectory() {
        SampleTable table = SampleTable.of("user-directory");
        RowKey li = table.put("uid=u00001", "phone=13812345678", "name=李雷");
        RowKey han = table.put("uid=u00001", "phone=13812945678", "name=Han");
        RowKey wei = table.put("uid=u00001", "phone=13912345678", "name=Wei");
        table.put("uid=u00002", "phone=13812345678", "name=Lu");

        assertRoundTrip(table);
        assertThat(table.found("uid=u00001")).containsExactly(li, han, wei);
        assertThat(table.found("uid=u00001", "phone=13812345678")).containsExactly(li);
        assertThat(table.found("uid=u00001", "phone^=138")).containsExactly(li, han);
        AccessPath.Scan fuzzy = scan(table, "uid=u00001", "phone?=13812?45678");
        assertThat(fuzzy.ranges()).hasSize(1);
        assertThat(fuzzy.fuzzy())
                .singleElement()
                .satisfies(pattern -> assertThat(pattern.any().cardinality()).isEqualTo(1));
        assertThat(fuzzy.residual()).isEmpty();
        assertThat(table.reached(fuzzy)).containsExactly(li, han);
    }

    @Test
    void randomSalt() {
        SampleTable table = SampleTable.of("random-salt");
        RowKey row = table.put("id=abc001");
        table.put("id=abc002");

        assertThat(table.keys("id=abc001"))
                .extracting(RowKey::printable)
                .containsExactly("a-abc001", "b-abc001", "c-abc001", "d-abc001");
        assertRoundTrip(table);
        assertThat(gets(table, "id=abc001").keys()).hasSize(4);
        assertThat(table.found("id=abc001")).containsExactly(row);
        assertThat(new KeyPlanner(table.spec()).everything())
                .extracting(range -> range.start().utf8())
                .containsExactly("a-", "b-", "c-", "d-");
    }

    @Test
    void modulusPrefix() {
        SampleTable table = SampleTable.of("modulus-prefix");
        for (long ts = 1_700_000_000_000L; ts < 1_700_000_000_100L; ts++) {
            table.put("ts=" + ts);
        }

        assertRoundTrip(table);
        AccessPath.Scan range = scan(table, "ts>=1700000000010", "ts<1700000000020");
        assertThat(range.ranges()).hasSize(8);
        assertThat(range.residual()).isEmpty();
        assertThat(table.reached(range)).hasSize(10);
        assertThat(new KeyPlanner(table.spec(), 7).plan(table.predicates("ts>=1700000000010")))
                .as("fewer ranges than buckets")
                .isInstanceOf(AccessPath.None.class);
    }

    @Test
    void hashPrefixes() {
        SampleTable dashed = SampleTable.of("hash-prefix-dash");
        assertThat(dashed.key("id=abc001").printable()).isEqualTo("9bf0-abc001");
        assertThat(dashed.key("id=abc002").printable()).isEqualTo("7006-abc002");
        assertThat(dashed.key("id=abc003").printable()).isEqualTo("95e6-abc003");
        SampleTable glued = SampleTable.of("hash-prefix-glued");
        assertThat(glued.key("id=foo0001").printable()).isEqualTo("95f18cfoo0001");
        assertThat(glued.key("id=foo0002").printable()).isEqualTo("6ccc20foo0002");
        assertThat(glued.key("id=foo0003").printable()).isEqualTo("b61d00foo0003");
        assertThat(glued.key("id=foo0004").printable()).isEqualTo("1a7475foo0004");

        RowKey row = dashed.put("id=abc001");
        assertRoundTrip(dashed);
        assertThat(gets(dashed, "id=abc001").residual()).isEmpty();
        assertThat(dashed.found("id|=abc001|abc009")).containsExactly(row);
        assertThat(dashed.plan("id^=abc")).isInstanceOf(AccessPath.None.class);
        assertThat(dashed.spec().decode(RowKey.utf8("9bf1-abc001")))
                .isEqualTo(new DecodedKey.Unreadable("hash must be the hash of id"));
    }

    @Test
    void vehicle() {
        SampleTable table = SampleTable.of("vehicle");
        RowKey early = table.put("carId=A123456", "ts=1000");
        RowKey late = table.put("carId=A123456", "ts=2000");
        table.put("carId=B123456", "ts=1000");

        assertRoundTrip(table);
        assertThat(table.found("carId=A123456")).containsExactly(early, late);
        AccessPath.Scan range = scan(table, "carId=A123456", "ts>1000", "ts<=2000");
        assertThat(range.residual()).isEmpty();
        assertThat(table.reached(range)).containsExactly(late);
    }

    @Test
    void riskControl() {
        SampleTable table = SampleTable.of("risk-control");
        RowKey uid = table.put("uid=4711");
        RowKey card = table.put("idCard=110101199003070011");
        RowKey phone = table.put("phone=13812345678");

        assertRoundTrip(table);
        assertThat(gets(table, "uid=4711").keys()).containsExactly(uid);
        assertThat(table.found("idCard=110101199003070011")).containsExactly(card);
        AccessPath.Scan prefix = scan(table, "phone^=138");
        assertThat(prefix.residual()).isEmpty();
        assertThat(table.reached(prefix)).containsExactly(phone);
    }

    @Test
    void turnedAroundKeys() {
        SampleTable phones = SampleTable.of("reversed-phone");
        RowKey phone = phones.put("phone=13812345678");
        phones.put("phone=13812345679");
        assertThat(phone.printable()).isEqualTo("87654321831");
        assertRoundTrip(phones);
        assertThat(gets(phones, "phone=13812345678").keys()).containsExactly(phone);
        assertThat(phones.reached(phones.plan("phone$=5678"))).containsExactly(phone);
        assertThat(phones.plan("phone^=138")).isInstanceOf(AccessPath.None.class);

        SampleTable ids = SampleTable.of("last-four-first");
        RowKey id = ids.put("id=202600001234");
        ids.put("id=202600011234");
        assertThat(id.printable()).isEqualTo("123420260000");
        assertRoundTrip(ids);
        assertThat(gets(ids, "id=202600001234").keys()).containsExactly(id);
        assertThat(scan(ids, "id$=1234").residual()).isEmpty();
        assertThat(ids.found("id$=001234")).containsExactly(id);

        SampleTable hosts = SampleTable.of("reversed-host");
        RowKey www = hosts.put("host=www.example.com");
        hosts.put("host=www.badexample.com");
        assertThat(www.printable()).isEqualTo("moc.elpmaxe.www");
        assertRoundTrip(hosts);
        assertThat(hosts.reached(hosts.plan("host$=.example.com"))).containsExactly(www);
    }

    @Test
    void wholeKeyHashed() {
        SampleTable table = SampleTable.of("whole-key-hashed");
        RowKey row = table.put("url=abc001");

        assertThat(row.printable()).startsWith("9bf0").hasSize(32);
        assertRoundTrip(table);
        assertThat(gets(table, "url=abc001").keys()).containsExactly(row);
        assertThat(gets(table, "url=abc001").residual())
                .as("a hash is no proof")
                .isEqualTo(table.predicates("url=abc001"));
        assertThat(table.plan("url^=abc")).isInstanceOf(AccessPath.None.class);
    }

    @Test
    void trades() {
        SampleTable table = SampleTable.of("trades");
        RowKey first = table.put("sellerId=seller01", "ts=1000", "orderId=o1");
        RowKey second = table.put("sellerId=seller01", "ts=2000", "orderId=o2");
        table.put("sellerId=seller02", "ts=1500", "orderId=o3");

        assertRoundTrip(table);
        assertThat(scan(table, "sellerId=seller01").ranges()).hasSize(1);
        assertThat(table.found("sellerId=seller01")).containsExactly(first, second);
        assertThat(table.found("sellerId=seller01", "ts>=1500", "ts<=2500")).containsExactly(second);
    }

    @Test
    void newestFirst() {
        for (String name : List.of("newest-first-binary", "newest-first-text")) {
            SampleTable table = SampleTable.of(name);
            RowKey old = table.put("uid=u00001", "ts=1000");
            RowKey middle = table.put("uid=u00001", "ts=1700000000000");
            RowKey newest = table.put("uid=u00001", "ts=1800000000000");
            table.put("uid=u00002", "ts=1000");

            assertRoundTrip(table);
            AccessPath.Scan latest = scan(table, "uid=u00001");
            assertThat(latest.order()).containsExactly(new SortField("ts", true));
            assertThat(table.reached(latest)).containsExactly(newest, middle, old);
            AccessPath.Scan range = scan(table, "uid=u00001", "ts>=1000", "ts<1800000000000");
            assertThat(range.residual()).isEmpty();
            assertThat(table.reached(range)).containsExactly(middle, old);
        }
        assertThat(SampleTable.of("newest-first-text").key("uid=u00001", "ts=0").printable())
                .isEqualTo("u000019223372036854775807");
    }

    @Test
    void boundsOfAComplementChangePlaces() {
        SampleTable table = SampleTable.of("newest-first-text");
        long most = Long.MAX_VALUE;

        assertThat(scan(table, "uid=u00001", "ts>=1000", "ts<=2000").ranges())
                .containsExactly(new KeyRange(
                        RowKey.utf8("u00001" + (most - 2000)).bytes(),
                        RowKey.utf8("u00001" + (most - 1000 + 1)).bytes()));
    }

    @Test
    void events() {
        SampleTable table = SampleTable.of("events");
        RowKey first = table.put("eventId=login00001", "day=2026-03-02", "offset=17");
        RowKey second = table.put("eventId=login00001", "day=2026-03-03", "offset=18");
        table.put("eventId=login00002", "day=2026-03-02", "offset=19");

        assertRoundTrip(table);
        assertThat(scan(table, "eventId=login00001").ranges()).hasSize(20);
        assertThat(table.reached(table.plan("eventId=login00001"))).containsExactlyInAnyOrder(first, second);
        assertThat(table.reached(table.plan("eventId=login00001", "day=2026-03-03")))
                .containsExactly(second);
        assertThat(new KeyPlanner(table.spec()).everything()).hasSize(20);
    }

    @Test
    void accountCluster() {
        SampleTable table = SampleTable.of("account-cluster");
        RowKey account = table.put("account=abc001");
        RowKey transaction = table.put("account=abc001", "ts=1000");
        table.put("account=abc002", "ts=1000");

        assertRoundTrip(table);
        assertThat(scan(table, "account=abc001").ranges()).hasSize(1);
        assertThat(table.found("account=abc001")).containsExactly(account, transaction);
        assertThat(table.found("account=abc001", "ts>=1000")).containsExactly(transaction);
    }

    @Test
    void schemadKey() {
        SampleTable table = SampleTable.of("schemad-key");
        RowKey first = table.put("id=00000001", "name=Li", "date=20260302101500");
        table.put("id=00000001", "name=Lin", "date=20260302101500");

        assertThat(first.printable()).isEqualTo("00000001Li\\x0020260302");
        assertThat(table.decode(first).get("date")).isEqualTo(KeyValue.of("20260302"));
        assertRoundTrip(table);
        assertThat(table.reached(table.plan("id=00000001"))).hasSize(2);
        assertThat(table.reached(table.plan("id=00000001", "name=Li"))).containsExactly(first);
        AccessPath.Gets date = gets(table, "id=00000001", "name=Li", "date=20260302101500");
        assertThat(date.keys()).containsExactly(first);
        assertThat(date.residual()).isEqualTo(table.predicates("date=20260302101500"));
    }

    @Test
    void indexTables() {
        SampleTable global = SampleTable.of("global-index");
        RowKey row = global.put("phone=13812345678", "row=00ff01");
        global.put("phone=13812345679", "row=00ff02");
        assertRoundTrip(global);
        assertThat(global.reached(global.plan("phone=13812345678"))).containsExactly(row);
        assertThat(global.decode(row).get("row").text()).isEqualTo("00ff01");

        SampleTable local = SampleTable.of("local-index");
        RowKey inRegion = local.put("region=8000", "phone=13812345678", "row=383030315f31");
        assertRoundTrip(local);
        assertThat(scan(local, "phone=13812345678").ranges()).hasSize(4);
        assertThat(local.reached(local.plan("phone=13812345678"))).containsExactly(inRegion);
    }

    @Test
    void textSortsByCharacters() {
        assertThat(Set.copyOf(List.of("012", "0", "123", "234", "3")).stream()
                        .map(RowKey::utf8)
                        .sorted()
                        .map(RowKey::printable))
                .containsExactly("0", "012", "123", "234", "3");
    }
}
