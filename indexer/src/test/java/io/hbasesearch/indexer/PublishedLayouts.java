/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import java.util.List;
import java.util.Locale;

/** The layouts that other systems write, as {@link BusinessLayouts} has those of applications. */
final class PublishedLayouts {
    private static final String BOX = "geom@=16,48,17,49";
    private static final String FROM = "dtg>=2026-03-01T00:00:00Z";
    private static final String TO = "dtg<2026-03-14T00:00:00Z";

    private PublishedLayouts() {}

    static List<Layout> all() {
        return List.of(openTsdb(), janusGraph(), janusGraphText(), z3(), z2(), xz3(), xz2(), attribute());
    }

    private static Layout openTsdb() {
        Layout layout = Layout.of("opentsdb", "time");
        for (int hour = 0; hour < 12; hour++) {
            String time = "time=" + (1_356_998_400 + hour * 3_600);
            for (String host : List.of("web01", "web02")) {
                layout.row("metric=sys.cpu.user", time, "tags.host=" + host, "tags.cpu=0")
                        .row("metric=sys.cpu.system", time, "tags.host=" + host);
            }
        }
        return layout.ranges(20, "metric=sys.cpu.user", "time>=1357002000", "time<1357009200")
                .ranges(20, "metric=sys.cpu.user", "tags.host=web01")
                .ranges(20, "metric=sys.cpu.user", "time<1357009200", "tags.host=web01")
                .search("+metric:sys.cpu.user +tags.host:web01", "metric=sys.cpu.user", "tags.host=web01");
    }

    private static Layout janusGraph() {
        Layout layout = Layout.of("janusgraph");
        for (int partition = 0; partition < 32; partition += 5) {
            for (int count = 1; count <= 10; count++) {
                layout.row("partition=" + partition, "count=" + count, "vertexType=0");
            }
        }
        return layout.get("partition=5", "count=7", "vertexType=0")
                .ranges(1, "partition=5")
                .ranges(1, "partition=30", "count>6")
                .search("partition:5", "partition=5");
    }

    private static Layout janusGraphText() {
        Layout layout = Layout.of("janusgraph-text");
        for (int i = 0; i < 40; i++) {
            layout.row("id=v" + i).row("id=vertex" + i % 10 + "a".repeat(i / 10));
        }
        return layout.stray("numeric!")
                .get("id=v17")
                .get("id=vertex3")
                .ranges(1, "id^=vertex3")
                .search("id:vertex3", "id=vertex3")
                .search("id:vertex3*", "id^=vertex3");
    }

    private static String geometry(double x, double y, double size) {
        return size == 0
                ? String.format(Locale.ROOT, "geom=%s,%s", x, y)
                : String.format(Locale.ROOT, "geom=%s,%s,%s,%s", x, y, x + size, y + size);
    }

    /** Points or boxes around the asked one, at its border, and over the world. */
    private static void places(Layout layout, double size, String... others) {
        for (int i = 0; i < 12; i++) {
            place(layout, geometry(15.75 + i * 0.125, 47.75 + i * 0.125, size), "near" + i, others);
            place(layout, geometry(-170 + i * 25, -60 + i * 10, size), "far" + i, others);
        }
    }

    private static void place(Layout layout, String geometry, String id, String... others) {
        if (others.length == 0) {
            layout.row(geometry, "id=" + id);
            return;
        }
        for (int month = 3; month <= 4; month++) {
            String time = "dtg=2026-0" + month + "-0" + (1 + id.length()) + "T10:00:00Z";
            String[] values = new String[others.length + 2];
            System.arraycopy(others, 1, values, 0, others.length - 1);
            values[others.length - 1] = geometry;
            values[others.length] = time;
            values[others.length + 1] = "id=" + id + month;
            layout.row(values);
        }
    }

    private static Layout z3() {
        Layout layout = Layout.of("geomesa-z3", "geom", "dtg");
        places(layout, 0, "time");
        return layout.ranges(0, BOX, FROM, TO).search("id:near33", "id=near33");
    }

    private static Layout z2() {
        Layout layout = Layout.of("geomesa-z2", "geom");
        places(layout, 0);
        return layout.ranges(0, BOX).search("id:near3", "id=near3");
    }

    /** Some boxes reach into what is asked for, others only stand in the same places on the curve: rows are checked again. */
    private static Layout xz3() {
        Layout layout = Layout.of("geomesa-xz3", "geom", "dtg");
        places(layout, 0.4, "time");
        layout.row("geom=9.5,46.4,17.2,49.0", "dtg=2026-03-05T00:00:00Z", "id=austria");
        return layout.ranges(0, BOX, FROM, TO).search("id:austria", "id=austria");
    }

    private static Layout xz2() {
        Layout layout = Layout.of("geomesa-xz2", "geom");
        places(layout, 0.4);
        layout.row("geom=9.5,46.4,17.2,49.0", "id=austria");
        return layout.ranges(0, BOX).ranges(0, "geom@=10,47,11,47.5").search("id:far3", "id=far3");
    }

    private static Layout attribute() {
        Layout layout = Layout.of("geomesa-attribute", "geom", "dtg");
        places(layout, 0, "time", "value=taxi");
        places(layout, 0, "time", "value=taxis");
        return layout.ranges(4, "value=taxi")
                .ranges(0, "value=taxi", BOX, FROM, TO)
                .search("value:taxi", "value=taxi");
    }
}
