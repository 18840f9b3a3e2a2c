/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.core.model.TableId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a table's name in the form of the HBase shell. */
public final class TableConverter implements ITypeConverter<TableId> {
    @Override
    public TableId convert(String name) {
        try {
            return TableId.parse(name);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(
                    "'" + name + "' is not a valid table name; write table or namespace:table");
        }
    }
}
