/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.document;

import io.hbasesearch.core.definition.CellUnit;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.GeoPoint;
import io.hbasesearch.core.mapping.DocumentJson;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.spi.IndexOperation;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FloatField;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.LatLonDocValuesField;
import org.apache.lucene.document.LatLonPoint;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.UnicodeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Creates Lucene documents from operations, according to the definition. Immutable and safe for use by several threads.
 *
 * <p>Values that do not fit their field are rejected, as in Elasticsearch: a value of another type, a number out of range, a
 * string that is longer than the maximum term.
 */
public final class DocumentFactory {
    private final IndexDefinition definition;

    public DocumentFactory(IndexDefinition definition) {
        this.definition = definition;
    }

    /**
     * Creates the documents of an operation: that of the row, after those of its cells if the index finds cells.
     *
     * @param id the operation's
     * @throws RejectedDocumentException if the index will never accept one of them
     */
    public List<Document> block(IndexOperation operation, DocumentId id) {
        Document ofRow = create(operation, id);
        if (definition.cells().isEmpty()) {
            return List.of(ofRow);
        }
        List<Document> block = new ArrayList<>();
        if (operation instanceof IndexOperation.Upsert upsert
                && upsert.document().fields().get(CellUnit.FIELD) instanceof List<?> cells) {
            cells.forEach(cell -> block.add(cell((Map<?, ?>) cell)));
        }
        block.add(ofRow);
        block.forEach(document -> document.add(new StringField(IndexFields.BLOCK, id.value(), Field.Store.NO)));
        return block;
    }

    /** Returns the term of all documents of an id, so that a newer block replaces them. */
    public Term term(DocumentId id) {
        return new Term(definition.cells().isPresent() ? IndexFields.BLOCK : IndexFields.ID, id.value());
    }

    private Document cell(Map<?, ?> values) {
        Document document = new Document();
        document.add(new StringField(IndexFields.CELL, IndexFields.CELL, Field.Store.NO));
        String column = CellUnit.column(values.get(CellUnit.FAMILY), values.get(CellUnit.QUALIFIER))
                .toString();
        document.add(new StoredField(IndexFields.COLUMN, column));
        for (FieldMapping field : definition.fields()) {
            if (field.source() instanceof FieldSource.OfCell) {
                add(document, field, values.get(field.name().substring(CellUnit.PREFIX.length())));
            }
        }
        return document;
    }

    /**
     * Creates the document of the row.
     *
     * @param id the operation's
     * @throws RejectedDocumentException if the index will never accept it
     */
    private Document create(IndexOperation operation, DocumentId id) {
        Document document = new Document();
        addIdentity(document, operation, id);
        if (operation instanceof IndexOperation.Upsert upsert) {
            addFields(document, upsert.document());
            addHash(document, upsert.hash());
        } else if (operation instanceof IndexOperation.MarkDeleted) {
            document.add(new StringField(IndexFields.STUB, IndexFields.DELETED, Field.Store.YES));
            document.add(new LongPoint(IndexFields.READ_AT, operation.readStartedMillis()));
            addHash(document, IndexFields.HASH_OF_NOTHING);
        } else if (operation instanceof IndexOperation.MarkFailed failed) {
            document.add(new StringField(IndexFields.STUB, IndexFields.FAILED, Field.Store.YES));
            addHash(document, failed.hash());
        }
        return document;
    }

    private static void addIdentity(Document document, IndexOperation operation, DocumentId id) {
        long version = operation.version().value();
        BytesRef bytes = new BytesRef(id.value());
        document.add(new StringField(IndexFields.ID, id.value(), Field.Store.NO));
        document.add(new SortedDocValuesField(IndexFields.ID, bytes));
        document.add(new BinaryDocValuesField(IndexFields.ID_BYTES, bytes));
        document.add(new NumericDocValuesField(IndexFields.VERSION, version));
        document.add(new StoredField(IndexFields.VERSION, version));
        if (!id.isWhole()) {
            document.add(
                    new StoredField(IndexFields.ROW, operation.row().bytes().unsafeBytes()));
        }
    }

    private static void addHash(Document document, long hash) {
        document.add(new NumericDocValuesField(IndexFields.HASH, hash));
    }

    private void addFields(Document document, io.hbasesearch.core.mapping.Document source) {
        document.add(new StoredField(IndexFields.SOURCE, DocumentJson.write(source)));
        addValues(document, source);
    }

    /** Creates a document with only its searchable values, without id and version. */
    public Document searchable(io.hbasesearch.core.mapping.Document source) {
        Document document = new Document();
        addValues(document, source);
        return document;
    }

    private void addValues(Document document, io.hbasesearch.core.mapping.Document source) {
        Map<String, Object> values = source.fields();
        for (FieldMapping field : definition.fields()) {
            add(document, field, values.get(field.name()));
        }
    }

    private static void add(Document document, FieldMapping field, @Nullable Object value) {
        if (value instanceof List<?> several && field.type() != FieldType.JSON) {
            several.forEach(each -> addField(document, field, each));
        } else if (value != null) {
            addField(document, field, value);
        }
    }

    private static void addField(Document document, FieldMapping field, Object value) {
        String name = field.name();
        switch (field.type()) {
            case TEXT -> document.add(new TextField(name, string(name, value), Field.Store.NO));
            case KEYWORD -> {
                addSortable(document, name, string(name, value));
                if (field.reversed()) {
                    document.add(term(IndexFields.reversed(name), FieldMapping.reverse(string(name, value))));
                }
            }
            case BOOLEAN -> addSortable(document, name, Boolean.toString(bool(name, value)));
            case INT ->
                document.add(new IntField(name, (int) integer(name, value, Integer.MIN_VALUE, Integer.MAX_VALUE)));
            case LONG -> document.add(new LongField(name, integer(name, value, Long.MIN_VALUE, Long.MAX_VALUE)));
            case FLOAT ->
                document.add(new FloatField(
                        name, (float) finite(name, number(name, value).floatValue())));
            case DOUBLE ->
                document.add(
                        new DoubleField(name, finite(name, number(name, value).doubleValue())));
            case DATE -> document.add(new LongField(name, millis(name, value)));
            case JSON -> addLeaves(document, name, value);
            case GEO_POINT -> addPoint(document, name, string(name, value));
        }
    }

    private static void addSortable(Document document, String name, String value) {
        document.add(term(name, value));
        document.add(new SortedSetDocValuesField(IndexFields.values(name), new BytesRef(value)));
    }

    private static void addLeaves(Document document, String name, Object value) {
        if (!(value instanceof Map<?, ?> object)) {
            throw mismatch(name, "a JSON object", value);
        }
        for (JsonLeaves.Leaf leaf : JsonLeaves.of(name, object)) {
            document.add(term(name, leaf.text()));
            document.add(term(IndexFields.paths(name), leaf.term()));
        }
    }

    private static void addPoint(Document document, String name, String value) {
        try {
            GeoPoint point = GeoPoint.parse(value);
            document.add(new LatLonPoint(name, point.lat(), point.lon()));
            document.add(new LatLonDocValuesField(name, point.lat(), point.lon()));
        } catch (IllegalArgumentException e) {
            throw new RejectedDocumentException("field " + name + ": the value " + e.getMessage());
        }
    }

    private static StringField term(String name, String value) {
        int length = UnicodeUtil.calcUTF16toUTF8Length(value, 0, value.length());
        if (length > IndexWriter.MAX_TERM_LENGTH) {
            throw new RejectedDocumentException("field " + name + ": a value of " + length
                    + " bytes exceeds the maximum term length of " + IndexWriter.MAX_TERM_LENGTH + " bytes");
        }
        return new StringField(name, value, Field.Store.NO);
    }

    private static String string(String name, Object value) {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof Map || value instanceof List) {
            throw mismatch(name, "a string", value);
        }
        return value.toString();
    }

    private static boolean bool(String name, Object value) {
        if (value instanceof Boolean bool) {
            return bool;
        }
        throw mismatch(name, "a boolean", value);
    }

    private static Number number(String name, Object value) {
        if (value instanceof Number number) {
            return number;
        }
        throw mismatch(name, "a number", value);
    }

    private static long integer(String name, Object value, long min, long max) {
        if (!(value instanceof Long || value instanceof Integer)) {
            throw mismatch(name, "an integer", value);
        }
        long integer = ((Number) value).longValue();
        if (integer < min || integer > max) {
            throw new RejectedDocumentException("field " + name + ": the number is out of range");
        }
        return integer;
    }

    private static double finite(String name, double value) {
        if (!Double.isFinite(value)) {
            throw new RejectedDocumentException("field " + name + ": the number is not finite");
        }
        return value;
    }

    private static long millis(String name, Object value) {
        try {
            return Instant.parse(string(name, value)).toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw new RejectedDocumentException("field " + name + ": the value is not a date in ISO 8601");
        }
    }

    private static RejectedDocumentException mismatch(String name, String wanted, Object value) {
        return new RejectedDocumentException(
                "field " + name + ": " + value.getClass().getSimpleName() + " is not " + wanted);
    }
}
