/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The layouts of config/rowkeys that other systems write: bytes as these publish them, and the queries they are made for. */
class PublishedLayoutsTest {
    private static RowKey hex(String digits) {
        return RowKey.wrap(HexFormat.of().parseHex(digits.replace(" ", "")));
    }

    @Test
    void openTsdb() {
        SampleTable table = SampleTable.of("opentsdb");
        String[] values = {"metric=sys.cpu.user", "time=1356998400", "tags.host=web01", "tags.cpu=0"};
        RowKey row = table.put(values);
        // Without a salt, as the documentation's example: metric, 2013-01-01T00:00 UTC, host=web01, cpu=0.
        String unsalted = "000001 50e22700 000001 000001 000002 000003";
        byte[] salted = HexFormat.of().parseHex("000001 000001 000001 000002 000003".replace(" ", ""));
        int salt = Math.abs(Arrays.hashCode(salted) % 20);

        assertThat(row).isEqualTo(hex(String.format("%02x", salt) + unsalted));
        assertThat(table.decode(row).get("tags.host").text()).isEqualTo("web01");
        assertThat(table.key("metric=sys.cpu.user", "time=1356998401", "tags.host=web01", "tags.cpu=0"))
                .as("the hour is in the key")
                .isEqualTo(row);
        RowKey other = table.put("metric=sys.cpu.user", "time=1356998400", "tags.host=web02", "tags.cpu=0");
        table.put("metric=sys.cpu.user", "time=1357002000", "tags.host=web01", "tags.cpu=0");
        table.put("metric=sys.cpu.system", "time=1356998400", "tags.host=web01", "tags.cpu=0");
        AccessPath.Scan range =
                (AccessPath.Scan) table.plan("metric=sys.cpu.user", "time>=1356998400", "time<1357002000");
        assertThat(range.ranges()).hasSize(20);
        assertThat(table.found("metric=sys.cpu.user", "time>=1356998400", "time<1357002000"))
                .containsExactlyInAnyOrder(row, other);
        assertThat(table.found("metric=sys.cpu.user", "time<1357002000", "tags.host=web01"))
                .containsExactly(row);
    }

    @Test
    void janusGraph() {
        SampleTable table = SampleTable.of("janusgraph");
        // The id 4104 is count 16, partition 1 and a normal vertex (000): 16 << 8 | 1 << 3.
        RowKey row = table.put("partition=1", "count=16", "vertexType=0");
        RowKey sibling = table.put("partition=1", "count=17", "vertexType=0");
        table.put("partition=2", "count=16", "vertexType=0");

        assertThat(row).isEqualTo(hex("0800000000000080"));
        assertThat(table.decode(row)).isEqualTo(table.values("partition=1", "count=16", "vertexType=0"));
        assertThat(((AccessPath.Gets) table.plan("partition=1", "count=16", "vertexType=0")).keys())
                .containsExactly(row);
        AccessPath.Scan partition = (AccessPath.Scan) table.plan("partition=1");
        assertThat(partition.residual()).isEmpty();
        assertThat(table.reached(partition)).containsExactly(row, sibling);
        assertThat(table.reached(table.plan("partition=1", "count>16"))).containsExactly(sibling);
    }

    /** As JanusGraph's {@code BufferUtil.getStringIdBuffer} makes them: 0x80, and the last character plus 0x80. */
    @Test
    void janusGraphWithIdsThatAreText() {
        SampleTable table = SampleTable.of("janusgraph-text");
        RowKey row = table.put("id=abc");
        RowKey seven = table.put("id=abcdefg");
        RowKey eight = table.put("id=abcdefgh");

        assertThat(row).isEqualTo(hex("80 6162e3"));
        assertThat(seven).as("no key of eight bytes is text").isEqualTo(hex("80 616263646566e7 80"));
        assertThat(eight).isEqualTo(hex("80 61626364656667e8"));
        assertThat(table.decode(row)).isEqualTo(table.values("id=abc"));
        assertThat(table.decode(seven)).isEqualTo(table.values("id=abcdefg"));
        assertThat(table.spec().decode(hex("80 616263646566e7")))
                .isEqualTo(new DecodedKey.Unreadable("id must be JanusGraph's form of an id that is text"));
        assertThat(table.spec().decode(hex("0800000000000080"))).isInstanceOf(DecodedKey.Unreadable.class);
        assertThat(((AccessPath.Gets) table.plan("id=abcdefg")).keys()).containsExactly(seven);
        assertThat(table.found("id^=abcdefg")).containsExactlyInAnyOrder(seven, eight);
    }

    @Test
    void geoMesaPoints() {
        SampleTable z3 = SampleTable.of("geomesa-z3");
        RowKey vienna = z3.put("geom=16.37,48.21", "dtg=2026-03-02T10:00:00Z", "id=vienna");
        z3.put("geom=16.37,48.21", "dtg=2026-03-20T10:00:00Z", "id=later");
        z3.put("geom=121.47,31.23", "dtg=2026-03-02T10:00:00Z", "id=shanghai");
        assertThat(vienna.bytes().length()).isEqualTo(1 + 2 + 8 + "vienna".length());
        AccessPath.Scan scan =
                (AccessPath.Scan) z3.plan("geom@=16,48,17,49", "dtg>=2026-03-01T00:00:00Z", "dtg<2026-03-14T00:00:00Z");
        assertThat(scan.ranges().size()).isBetween(4, 1_024);
        assertThat(z3.reached(scan)).containsExactly(vienna);
        assertThat(z3.found("geom@=16,48,17,49", "dtg>=2026-03-01T00:00:00Z", "dtg<2026-03-14T00:00:00Z"))
                .containsExactly(vienna);

        SampleTable z2 = SampleTable.of("geomesa-z2");
        RowKey point = z2.put("geom=16.37,48.21", "id=vienna");
        z2.put("geom=121.47,31.23", "id=shanghai");
        assertThat(z2.reached(z2.plan("geom@=16,48,17,49"))).containsExactly(point);
        assertThat(z2.plan("id=vienna")).isInstanceOf(AccessPath.None.class);
    }

    @Test
    void geoMesaBoxes() {
        SampleTable xz2 = SampleTable.of("geomesa-xz2");
        RowKey austria = xz2.put("geom=9.5,46.4,17.2,49.0", "id=austria");
        RowKey ring = xz2.put("geom=16.35,48.20,16.39,48.22", "id=ring");
        xz2.put("geom=120.8,30.6,122.2,31.9", "id=shanghai");
        assertThat(xz2.found("geom@=16,48,17,48.5")).containsExactlyInAnyOrder(austria, ring);
        assertThat(xz2.found("geom@=10,47,11,47.5")).containsExactly(austria);

        SampleTable xz3 = SampleTable.of("geomesa-xz3");
        RowKey tour = xz3.put("geom=16.35,48.20,16.39,48.22", "dtg=2026-03-02T10:00:00Z", "id=tour");
        xz3.put("geom=16.35,48.20,16.39,48.22", "dtg=2026-04-02T10:00:00Z", "id=later");
        assertThat(xz3.found("geom@=16,48,17,48.5", "dtg>=2026-03-01T00:00:00Z", "dtg<2026-03-10T00:00:00Z"))
                .containsExactly(tour);
    }

    @Test
    void geoMesaAttribute() {
        SampleTable table = SampleTable.of("geomesa-attribute");
        RowKey row = table.put("value=taxi", "geom=16.37,48.21", "dtg=2026-03-02T10:00:00Z", "id=a");
        table.put("value=taxi", "geom=121.47,31.23", "dtg=2026-03-02T10:00:00Z", "id=b");
        table.put("value=taxis", "geom=16.37,48.21", "dtg=2026-03-02T10:00:00Z", "id=c");

        assertThat(table.reached(table.plan("value=taxi"))).hasSize(2);
        assertThat(table.found(
                        "value=taxi", "geom@=16,48,17,49", "dtg>=2026-03-01T00:00:00Z", "dtg<2026-03-14T00:00:00Z"))
                .isEqualTo(List.of(row));
        assertThat(row.bytes().hex()).startsWith("0001");
    }
}
