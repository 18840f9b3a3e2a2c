/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.definition.value.ValueEncoding;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.yaml.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexDefinitionReaderTest {
    private static final String COMPLETE =
            """
            table: shop:goods
            rowKey: {format: binary, field: key}
            fields:
              title:  {column: "d:title", type: text, analyzers: [cjk, standard]}
              body:   {column: "d:body", type: text, analyzer: english, default: false}
              code:   {column: 'd:\\x00\\xFF', type: keyword}
              count:  {column: "h:count", type: int}
              small:  {column: "h:small", type: int, encoding: bytesShort}
              size:   {column: "h:size", type: long}
              rate:   {column: "h:rate", type: float}
              price:  {column: "h:price", type: double, encoding: bytesBigDecimal}
              exact:  {column: "h:price", type: keyword, encoding: bytesBigDecimal}
              flag:   {column: "h:flag", type: boolean, encoding: utf8}
              made:   {column: "h:made", type: date}
              sent:   {column: "h:sent", type: date, encoding: utf8, pattern: "dd.MM.yyyy HH:mm", zone: Asia/Shanghai}
              extra:  {column: "d:", type: json}
            """;

    @TempDir
    Path directory;

    private final IndexDefinitionReader reader = new IndexDefinitionReader(Map.of("TABLE", "mail"));

    private Path write(String file, String text) throws IOException {
        return Files.writeString(directory.resolve(file), text);
    }

    private IndexDefinition read(String text) throws IOException {
        return reader.readFile(write("goods.yaml", text));
    }

    private List<String> problems(String fields) throws IOException {
        Path file = write("goods.yaml", "table: goods\nfields:\n" + fields.indent(2));
        ConfigurationException e = catchThrowableOfType(ConfigurationException.class, () -> reader.readFile(file));
        return e.problems().stream()
                .map(problem -> problem.line() + ":" + problem.column() + ": " + problem.message())
                .toList();
    }

    @Test
    void readsEverything() throws IOException {
        IndexDefinition goods = read(COMPLETE);
        assertThat(goods.name()).isEqualTo("goods");
        assertThat(goods.table()).isEqualTo(new TableId("shop", "goods"));
        assertThat(goods.rowKeyFormat()).isEqualTo(RowKeyFormat.BINARY);
        assertThat(goods.fields())
                .extracting(FieldMapping::name)
                .containsExactly(
                        "key", "title", "body", "code", "count", "small", "size", "rate", "price", "exact", "flag",
                        "made", "sent", "extra");
        assertThat(goods.field("key")).contains(FieldMapping.ofRowKey("key"));
        assertThat(goods.field("title").orElseThrow().analyzers()).containsExactly("cjk", "standard");
        FieldMapping body = goods.field("body").orElseThrow();
        assertThat(body.analyzers()).containsExactly("english");
        assertThat(body.searchedByDefault()).isFalse();
        assertThat(goods.field("code").orElseThrow().column())
                .contains(new ColumnName("d", ByteArray.copyOf(new byte[] {0, (byte) 0xff})));
        assertThat(goods.field("extra").orElseThrow().column()).contains(ColumnName.of("d", ""));
        FieldMapping sent = goods.field("sent").orElseThrow();
        assertThat(sent.datePattern()).isEqualTo("dd.MM.yyyy HH:mm");
        assertThat(sent.dateZone()).isEqualTo(ZoneId.of("Asia/Shanghai"));
        assertThat(goods.columns().families().keySet()).containsExactly("d", "h");
    }

    @Test
    void encodingsFollowTheTypeUnlessTheyAreGiven() throws IOException {
        IndexDefinition goods = read(COMPLETE);
        assertThat(goods.fields())
                .extracting(FieldMapping::encoding)
                .containsExactly(
                        ValueEncoding.UTF8,
                        ValueEncoding.UTF8,
                        ValueEncoding.UTF8,
                        ValueEncoding.UTF8,
                        ValueEncoding.BYTES_INT,
                        ValueEncoding.BYTES_SHORT,
                        ValueEncoding.BYTES_LONG,
                        ValueEncoding.BYTES_FLOAT,
                        ValueEncoding.BYTES_BIG_DECIMAL,
                        ValueEncoding.BYTES_BIG_DECIMAL,
                        ValueEncoding.UTF8,
                        ValueEncoding.BYTES_LONG,
                        ValueEncoding.UTF8,
                        ValueEncoding.UTF8);
    }

    @Test
    void theLeastDefinitionHasDefaults() throws IOException {
        IndexDefinition least = read("table: goods\nfields: {a: {column: d:a, type: text}}\n");
        assertThat(least.table()).hasToString("default:goods");
        assertThat(least.rowKeyFormat()).isEqualTo(RowKeyFormat.TEXT);
        assertThat(least.fields()).containsExactly(FieldMapping.of("a", ColumnName.of("d", "a"), FieldType.TEXT));
        assertThat(least.fields().get(0).dateZone()).isEqualTo(ZoneOffset.UTC);
        assertThat(least.fields().get(0).searchedByDefault()).isTrue();
    }

    @Test
    void theFileMayNameTheIndex() throws IOException {
        IndexDefinition named = reader.readFile(
                write("Any thing.yml", "index: mail-2\ntable: ${TABLE}\nfields: {a: {column: d:a, type: int}}"));
        assertThat(named.name()).isEqualTo("mail-2");
        assertThat(named.table()).hasToString("default:mail");

        assertThatThrownBy(
                        () -> reader.readFile(write("Mail.yaml", "table: mail\nfields: {a: {column: d:a, type: int}}")))
                .hasMessageContaining("Mail.yaml:1:1: index is needed, as the file's name cannot be the index's")
                .hasMessageContaining("begins with a letter");
    }

    @Test
    void combinationsThatMakeNoSenseAreRefusedWithWhatIsAccepted() throws IOException {
        assertThat(
                        problems(
                                """
                        a: {column: d:a, type: int, encoding: bytesLong}
                        b: {column: d:b, type: text, pattern: yyyy}
                        c: {column: d:c, type: date, zone: UTC}
                        d: {column: d:d, type: keyword, analyzer: cjk}
                        e: {column: d:e, type: text, analyzer: cjk, analyzers: [standard]}
                        f: {column: d:f, type: text, analyzers: []}
                        g: {column: d:g, type: long, default: true}
                        h: {column: d:h, type: string}
                        i: {column: dj, type: text}
                        j: {column: 'd:\\xZZ', type: text}
                        k: {column: d:k}
                        l: {type: text, colunm: d:l}
                        """))
                .containsExactly(
                        "3:41: fields.a.encoding bytesLong does not give values of type int, which takes bytesInt,"
                                + " bytesShort, utf8, gbk, gb18030, latin1, utf16, bytesByte, unsignedByte, unsignedShort,"
                                + " vint, orderedBytes, phoenix, phoenixArray, phoenixUnsigned; types that take bytesLong: keyword,"
                                + " long, date",
                        "4:41: fields.b.pattern has a meaning only for type date",
                        "5:38: fields.c.zone has a meaning only for type date, in text or with a pattern",
                        "6:45: fields.d.analyzer has a meaning only for type text",
                        "7:42: fields.e.analyzer and analyzers say the same thing: keep one of them",
                        "8:43: fields.f.analyzers must name at least one analyzer",
                        "9:41: fields.g.default can be true only for text and keyword: not every word is a value of"
                                + " type long",
                        "10:26: fields.h.type must be one of text, keyword, boolean, int, long, float, double, date,"
                                + " json, geo_point, not \"string\"",
                        "11:15: fields.i.column must be a column, as family:qualifier with \\xHH for bytes, not \"dj\"",
                        "12:15: fields.j.column must be a column, as family:qualifier with \\xHH for bytes, not"
                                + " \"d:\\xZZ\"",
                        "13:6: fields.k.type is missing: what the field is in the index",
                        "14:6: fields.l.column is missing: column that the field comes from, or one of columns,"
                                + " key, value, timestamp and from",
                        "14:19: fields.l.colunm is not known; did you mean column? Accepted: column, versions, columns,"
                                + " maxColumns, key, value, timestamp, from, join, function, copyTo, type, encoding, schema, codec, options, byteOrder,"
                                + " path, separator, transform, labels, pattern, zone, unit, onError, analyzer, analyzers,"
                                + " default, reverse, weight");
    }

    @Test
    void patternsThatTellNoDateAreRefused() throws IOException {
        assertThat(
                        problems(
                                """
                        a: {column: d:a, type: date, encoding: utf8, pattern: "HH:mm"}
                        b: {column: d:b, type: date, encoding: utf8, pattern: "YYYY-MM-dd"}
                        c: {column: d:c, type: date, encoding: utf8, pattern: "yyyy-bb"}
                        d: {column: d:d, type: date, encoding: utf8, zone: Mars}
                        """))
                .satisfiesExactly(
                        time -> assertThat(time).contains("must include year, month and day"),
                        week -> assertThat(week).contains("write yyyy"),
                        letter -> assertThat(letter).contains("\"yyyy-bb\" is not a date pattern"),
                        zone -> assertThat(zone).contains("must be a time zone, such as Europe/Vienna or +08:00"));
    }

    @Test
    void fieldNamesThatAQueryCannotNameAreRefused() throws IOException {
        List<String> problems = problems(
                """
                _id: {column: d:a, type: int}
                a.b: {column: d:a, type: int}
                "a b": {column: d:a, type: int}
                "": {column: d:a, type: int}
                9lives: {column: d:a, type: int}
                AND: {column: d:a, type: int}
                fn: {column: d:a, type: int}
                标题: {column: d:a, type: int}
                and_so-on9: {column: d:a, type: int}
                """);
        assertThat(problems).hasSize(7).allMatch(problem -> problem.contains("is not a field's name"));
        assertThat(problems).last().asString().startsWith("9:3: fields.fn is not a field's name");
    }

    @Test
    void theRowKeysFieldIsAFieldLikeOthers() throws IOException {
        assertThatThrownBy(() -> read("table: t\nrowKey: {field: a}\nfields: {a: {column: d:a, type: int}}"))
                .hasMessageContaining("goods.yaml:2:17: rowKey.field a is also the name of a field with a column");
        assertThatThrownBy(() -> read("table: t\nrowKey: {field: _a}\nfields: {a: {column: d:a, type: int}}"))
                .hasMessageContaining("goods.yaml:2:17: rowKey.field \"_a\" is not a field's name");
    }

    @Test
    void anIndexWithoutFieldsOrTableIsRefused() {
        assertThatThrownBy(() -> read("rowKey: {field: id}\n"))
                .hasMessageContaining("table is missing: the table whose rows are indexed")
                .hasMessageContaining("the file has no fields");
    }

    @Test
    void aDirectoryReportsTheProblemsOfAllItsFiles() throws IOException {
        write("a.yaml", "table: t\nfields: {a: {column: d:a, type: int}}");
        write("b.yml", "index: a\ntable: t\nfields: {a: {column: d:a, type: int}}");
        write("c.yaml", "table: [");
        write("d.yaml", "- a");
        write("e.yaml", "table: t:u:v\nfields: {a: {column: d:a, type: int}}");
        write(".hidden.yaml", "nonsense");
        write("notes.txt", "nonsense");
        ConfigurationException e =
                catchThrowableOfType(ConfigurationException.class, () -> reader.readDirectory(directory));
        assertThat(e.problems())
                .extracting(problem -> directory.relativize(problem.file()) + ": " + problem.message())
                .satisfiesExactly(
                        same -> assertThat(same)
                                .startsWith("b.yml: index a is already the index of")
                                .endsWith("a.yaml"),
                        syntax -> assertThat(syntax).startsWith("c.yaml: this is not YAML"),
                        list -> assertThat(list).startsWith("d.yaml: the file must be a mapping"),
                        table -> assertThat(table).startsWith("e.yaml: table must be a table"));
    }

    @Test
    void aDirectoryIsReadInTheOrderOfItsFiles() throws IOException {
        write("b.yaml", "table: t\nfields: {a: {column: d:a, type: int}}");
        write("a.yml", "table: t\nfields: {a: {column: d:a, type: int}}");
        assertThat(reader.readDirectory(directory))
                .extracting(IndexDefinition::name)
                .containsExactly("a", "b");
        assertThatThrownBy(() -> reader.readDirectory(directory.resolve("none")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("none: there is no such directory");
    }
}
