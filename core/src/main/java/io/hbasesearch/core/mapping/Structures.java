/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.value.CellForm;
import io.hbasesearch.core.extension.Extension;
import io.hbasesearch.core.extension.Extensions;
import io.hbasesearch.core.extension.FieldFunction;
import io.hbasesearch.core.extension.ValueCodec;
import io.hbasesearch.core.schema.CellSchema;
import io.hbasesearch.core.schema.SchemaReader;
import io.hbasesearch.core.schema.UnreadableCellException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decodes cells by schemas and codecs, and computes values with functions. Stateless. */
final class Structures {
    private Structures() {}

    /**
     * Returns the decoder of a schema or codec; empty if the encoding reads the cells.
     *
     * @throws IllegalArgumentException if the class path lacks a codec, which {@code IndexDefinitionReader} refuses
     */
    static Optional<ValueDecoder> decoder(CellForm cells) {
        return cells.schema().map(Structures::of).or(() -> cells.codec().map(Structures::of));
    }

    private static ValueDecoder of(CellSchema schema) {
        SchemaReader reader = schema.reader();
        return bytes -> {
            try {
                return reader.read(bytes);
            } catch (UnreadableCellException e) {
                throw new UndecodableValueException(String.valueOf(e.getMessage()));
            }
        };
    }

    private static ValueDecoder of(Extension codec) {
        ValueCodec.Reader reader = Extensions.reader(codec);
        return bytes -> {
            try {
                return ForeignValues.of(reader.read(bytes.clone()));
            } catch (UndecodableValueException e) {
                throw e;
            } catch (Exception e) {
                throw failed("codec " + codec.name(), e);
            }
        };
    }

    /** Calls a function with values in the form of documents. */
    static @Nullable Object compute(
            Extension function, FieldFunction.Computation computation, List<@Nullable Object> values)
            throws UndecodableValueException {
        try {
            return ForeignValues.of(computation.compute(values));
        } catch (UndecodableValueException e) {
            throw e;
        } catch (Exception e) {
            throw failed("function " + function.name(), e);
        }
    }

    /** Creates an exception without the message and the cause, which could quote the value. */
    private static UndecodableValueException failed(String what, Exception e) {
        if (e instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return new UndecodableValueException(
                "is not what the " + what + " takes (" + e.getClass().getName() + ")");
    }
}
