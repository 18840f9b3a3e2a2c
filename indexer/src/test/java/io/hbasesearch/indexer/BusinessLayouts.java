/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import java.util.ArrayList;
import java.util.List;

/** The layouts that applications make: rows, among them many that no question asks for, and the questions each is made for. */
final class BusinessLayouts {
    private static final long T = 1_700_000_000_000L;

    private BusinessLayouts() {}

    static List<Layout> all() {
        List<Layout> all = new ArrayList<>();
        all.addAll(List.of(mailBox(), userDirectory(), randomSalt(), modulusPrefix(), hashPrefixDash()));
        all.addAll(List.of(hashPrefixGlued(), vehicle(), riskControl(), reversedPhone(), lastFourFirst()));
        all.addAll(List.of(reversedHost(), wholeKeyHashed(), trades(), newestFirst("newest-first-binary")));
        all.addAll(List.of(newestFirst("newest-first-text"), events(), accountCluster(), schemadKey()));
        all.addAll(List.of(globalIndex(), localIndex()));
        return all;
    }

    private static Layout mailBox() {
        Layout layout = Layout.of("mail-box");
        for (int user = 1; user <= 8; user++) {
            for (int day = 1; day <= 4; day++) {
                for (int message = 1; message <= 4; message++) {
                    layout.row("user=u100000" + user, "day=2026-03-0" + day, "message=00000" + message);
                }
            }
        }
        return layout.stray("u1000001")
                .ranges(1, "user=u1000001")
                .ranges(1, "user=u1000001", "day=2026-03-02")
                .get("user=u1000001", "day=2026-03-02", "message=000002")
                .page(2, "user=u1000001", "day=2026-03-02")
                .page(2, "user=u1000001", "day=2026-03-02", "message>000002")
                .ranges(2, "user|=u1000001|u1000003", "day>=2026-03-03")
                .latest(4, "day", "user=u1000001")
                .search("user:u1000001", "user=u1000001")
                .search("+user:u1000001 +day:2026-03-02", "user=u1000001", "day=2026-03-02");
    }

    private static Layout userDirectory() {
        Layout layout = Layout.of("user-directory");
        for (int uid = 1; uid <= 9; uid++) {
            for (int digit = 0; digit < 10; digit++) {
                layout.row("uid=u0000" + uid, "phone=13812" + digit + "45678", "name=李雷" + digit);
            }
            layout.row("uid=u0000" + uid, "phone=13912345678", "name=Wei");
            layout.row("uid=u0000" + uid, "phone=13812345679", "name=Wei");
        }
        return layout.ranges(1, "uid=u00001")
                .ranges(1, "uid=u00001", "phone=13812345678")
                .ranges(1, "uid=u00001", "phone^=138")
                .fuzzy("uid=u00001", "phone?=13812?45678")
                .search("uid:u00002", "uid=u00002")
                .search("+uid:u00002 +phone:139*", "uid=u00002", "phone^=139");
    }

    private static Layout randomSalt() {
        Layout layout = Layout.of("random-salt").rowAt("a-abc001", "id=abc001").rowAt("c-abc001", "id=abc001");
        for (int i = 2; i <= 60; i++) {
            layout.row("id=" + String.format("abc%03d", i));
        }
        return layout.stray("e-abc001")
                .stray("abc001")
                .multiGet(4, "id=abc001")
                .multiGet(8, "id|=abc001|abc007")
                .everything(4)
                .search("id:abc001", "id=abc001");
    }

    private static Layout modulusPrefix() {
        Layout layout = Layout.of("modulus-prefix");
        for (long ts = T; ts < T + 80; ts++) {
            layout.row("ts=" + ts);
        }
        return layout.ranges(8, "ts>=" + (T + 10), "ts<" + (T + 30))
                .get("ts=" + (T + 17))
                .everything(8)
                .stray("z")
                .search("ts:[" + (T + 10) + " TO " + (T + 29) + "]", "ts>=" + (T + 10), "ts<" + (T + 30));
    }

    private static Layout hashPrefixDash() {
        Layout layout = Layout.of("hash-prefix-dash")
                .rowAt("9bf0-abc001", "id=abc001")
                .rowAt("7006-abc002", "id=abc002")
                .rowAt("95e6-abc003", "id=abc003");
        for (int i = 4; i <= 40; i++) {
            layout.row("id=" + String.format("abc%03d", i));
        }
        return layout.stray("9bf1-abc001")
                .get("id=abc001")
                .multiGet(3, "id|=abc002|abc003|none")
                .search("id:abc003", "id=abc003");
    }

    private static Layout hashPrefixGlued() {
        Layout layout = Layout.of("hash-prefix-glued")
                .rowAt("95f18cfoo0001", "id=foo0001")
                .rowAt("6ccc20foo0002", "id=foo0002")
                .rowAt("b61d00foo0003", "id=foo0003")
                .rowAt("1a7475foo0004", "id=foo0004");
        for (int i = 5; i <= 40; i++) {
            layout.row("id=" + String.format("foo%04d", i));
        }
        return layout.get("id=foo0001").multiGet(2, "id|=foo0002|foo0004").search("id:foo0003", "id=foo0003");
    }

    private static Layout vehicle() {
        Layout layout = Layout.of("vehicle");
        for (int car = 1; car <= 8; car++) {
            for (int minute = 0; minute < 12; minute++) {
                layout.row("carId=A12345" + car, "ts=" + (T + minute * 60_000L));
            }
        }
        String from = "ts>=" + (T + 120_000);
        String to = "ts<=" + (T + 300_000);
        return layout.ranges(1, "carId=A123451", from, to)
                .ranges(1, "carId=A123451")
                .latest(3, "ts", "carId=A123452")
                .search(
                        "+carId:A123451 +ts:[" + (T + 120_000) + " TO " + (T + 300_000) + "]",
                        "carId=A123451",
                        from,
                        to);
    }

    private static Layout riskControl() {
        Layout layout = Layout.of("risk-control");
        for (int i = 10; i < 40; i++) {
            layout.row("uid=47" + i).row("idCard=1101011990030700" + i).row("phone=138123456" + i);
        }
        return layout.get("uid=4711")
                .get("idCard=110101199003070011")
                .get("phone=13812345611")
                .ranges(1, "phone^=1381234561")
                .search("uid:4711", "uid=4711")
                .search("idCard:110101199003070012", "idCard=110101199003070012")
                .search("phone:13812345613", "phone=13812345613");
    }

    private static Layout reversedPhone() {
        Layout layout = Layout.of("reversed-phone").rowAt("87654321831", "phone=13812345678");
        for (int i = 20; i < 60; i++) {
            layout.row("phone=138" + i + "345678").row("phone=138123456" + i);
        }
        return layout.get("phone=13812345678")
                .ranges(1, "phone$=5678")
                .ranges(1, "phone$=345622")
                .search("phone:13812345622", "phone=13812345622");
    }

    private static Layout lastFourFirst() {
        Layout layout = Layout.of("last-four-first").rowAt("123420260000", "id=202600001234");
        for (int i = 10; i < 50; i++) {
            layout.row("id=2026000" + i + "234");
        }
        return layout.get("id=202600001234").ranges(1, "id$=0234").search("id:202600010234", "id=202600010234");
    }

    private static Layout reversedHost() {
        Layout layout = Layout.of("reversed-host")
                .rowAt("moc.elpmaxe.www", "host=www.example.com")
                .row("host=mail.example.com")
                .row("host=a.b.example.com")
                .row("host=example.com")
                .row("host=www.badexample.com")
                .row("host=www.example.com.evil.org");
        for (int i = 0; i < 40; i++) {
            layout.row("host=host" + i + ".example.org");
        }
        return layout.ranges(1, "host$=.example.com")
                .get("host=www.example.com")
                .search("host:www.example.com", "host=www.example.com");
    }

    private static Layout wholeKeyHashed() {
        Layout layout = Layout.of("whole-key-hashed", "url");
        for (int i = 1; i <= 40; i++) {
            layout.row("url=" + String.format("abc%03d", i));
        }
        return layout.get("url=abc001").multiGet(2, "url|=abc002|abc003").search("column_url:abc004", "url=abc004");
    }

    private static Layout trades() {
        Layout layout = Layout.of("trades");
        for (int seller = 1; seller <= 8; seller++) {
            for (int i = 0; i < 10; i++) {
                layout.row("sellerId=seller0" + seller, "ts=" + (T + i * 1_000), "orderId=o" + seller + i);
            }
        }
        String from = "ts>=" + (T + 2_000);
        String to = "ts<" + (T + 5_000);
        return layout.ranges(1, "sellerId=seller01")
                .ranges(1, "sellerId=seller01", from, to)
                .search("+sellerId:seller02 +ts<" + (T + 5_000), "sellerId=seller02", to);
    }

    /** The bounds of a time range change places in the key. */
    private static Layout newestFirst(String sample) {
        Layout layout = Layout.of(sample).row("uid=u00001", "ts=0").row("uid=u00001", "ts=" + Long.MAX_VALUE);
        for (int user = 1; user <= 6; user++) {
            for (int i = 0; i < 15; i++) {
                layout.row("uid=u0000" + user, "ts=" + (T + i * 1_000));
            }
        }
        String from = "ts>=" + (T + 3_000);
        String to = "ts<=" + (T + 6_000);
        return layout.ranges(1, "uid=u00001", from, to)
                .latest(5, "ts", "uid=u00002")
                .latest(2, "ts", "uid=u00003", to)
                .search("+uid:u00001 +ts:[" + (T + 3_000) + " TO " + (T + 6_000) + "]", "uid=u00001", from, to);
    }

    private static Layout events() {
        Layout layout = Layout.of("events");
        for (int i = 0; i < 120; i++) {
            layout.row("eventId=login0000" + i % 6, "day=2026-03-0" + (1 + i % 5), "offset=" + i);
        }
        return layout.stray("20login000012026030100000000")
                .ranges(20, "eventId=login00001")
                .ranges(20, "eventId=login00001", "day=2026-03-02")
                .everything(20)
                .search("+eventId:login00001 +day:2026-03-02", "eventId=login00001", "day=2026-03-02");
    }

    private static Layout accountCluster() {
        Layout layout = Layout.of("account-cluster", "account");
        for (int account = 1; account <= 6; account++) {
            layout.row("account=abc00" + account);
            for (int i = 0; i < 8; i++) {
                layout.row("account=abc00" + account, "ts=" + (T + i * 1_000));
            }
        }
        return layout.ranges(1, "account=abc001")
                .ranges(1, "account=abc001", "ts>=" + (T + 4_000))
                .search("column_account:abc002", "account=abc002")
                .search("+column_account:abc002 +ts>=" + (T + 4_000), "account=abc002", "ts>=" + (T + 4_000));
    }

    private static Layout schemadKey() {
        Layout layout = Layout.of("schemad-key", "date");
        for (int id = 1; id <= 6; id++) {
            layout.row("id=0000000" + id, "name=Li", "date=20260302101500")
                    .row("id=0000000" + id, "name=Lin", "date=20260302101500");
            for (int day = 10; day < 20; day++) {
                layout.row("id=0000000" + id, "name=Li", "date=202603" + day + "101500");
            }
        }
        return layout.ranges(1, "id=00000001")
                .ranges(1, "id=00000001", "name=Li")
                .get("id=00000001", "name=Li", "date=20260302101500")
                .search("+id:00000001 +name:Lin", "id=00000001", "name=Lin");
    }

    private static Layout globalIndex() {
        Layout layout = Layout.of("global-index");
        for (int i = 10; i < 50; i++) {
            layout.row("phone=138123456" + i, "row=00ff" + i).row("phone=138123456" + i, "row=01ff" + i);
        }
        return layout.ranges(1, "phone=13812345612")
                .get("phone=13812345612", "row=00ff12")
                .ranges(1, "phone$=3456" + 12)
                .search("phone:13812345613", "phone=13812345613");
    }

    private static Layout localIndex() {
        Layout layout = Layout.of("local-index");
        String[] regions = {"0000", "4000", "8000", "c000"};
        for (int i = 0; i < 60; i++) {
            String main = Integer.toHexString(0x30 + i % 10);
            layout.row("region=" + regions[i % 4], "phone=138123456" + (10 + i % 15), "row=" + main + "31" + (10 + i));
        }
        return layout.ranges(4, "phone=13812345611").search("phone:13812345612", "phone=13812345612");
    }
}
