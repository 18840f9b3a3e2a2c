/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;

/**
 * Indents the top levels of an answer and leaves each of its parts, such as a hit with its cells, on one line. Readers see the structure at
 * a glance, and the spaces of a page of hits need not be written, sent and parsed. For one answer.
 */
final class ShallowIndent extends DefaultPrettyPrinter {
    private static final long serialVersionUID = 1L;

    /** The answer's own members, and the elements of those that are arrays or objects. */
    private static final int INDENTED_LEVELS = 2;

    ShallowIndent() {
        indentArraysWith(_objectIndenter);
    }

    @Override
    public DefaultPrettyPrinter createInstance() {
        return new ShallowIndent();
    }

    private boolean isDeep() {
        return _nesting > INDENTED_LEVELS;
    }

    @Override
    public void beforeObjectEntries(JsonGenerator to) throws IOException {
        if (!isDeep()) {
            super.beforeObjectEntries(to);
        }
    }

    @Override
    public void writeObjectFieldValueSeparator(JsonGenerator to) throws IOException {
        if (isDeep()) {
            to.writeRaw(PrettyPrinter.DEFAULT_SEPARATORS.getObjectFieldValueSeparator());
        } else {
            super.writeObjectFieldValueSeparator(to);
        }
    }

    @Override
    public void writeObjectEntrySeparator(JsonGenerator to) throws IOException {
        if (isDeep()) {
            to.writeRaw(PrettyPrinter.DEFAULT_SEPARATORS.getObjectEntrySeparator());
        } else {
            super.writeObjectEntrySeparator(to);
        }
    }

    @Override
    public void writeEndObject(JsonGenerator to, int entries) throws IOException {
        if (isDeep()) {
            _nesting--;
            to.writeRaw('}');
        } else {
            super.writeEndObject(to, entries);
        }
    }

    @Override
    public void beforeArrayValues(JsonGenerator to) throws IOException {
        if (!isDeep()) {
            super.beforeArrayValues(to);
        }
    }

    @Override
    public void writeArrayValueSeparator(JsonGenerator to) throws IOException {
        if (isDeep()) {
            to.writeRaw(PrettyPrinter.DEFAULT_SEPARATORS.getArrayValueSeparator());
        } else {
            super.writeArrayValueSeparator(to);
        }
    }

    @Override
    public void writeEndArray(JsonGenerator to, int values) throws IOException {
        if (isDeep()) {
            _nesting--;
            to.writeRaw(']');
        } else {
            super.writeEndArray(to, values);
        }
    }
}
