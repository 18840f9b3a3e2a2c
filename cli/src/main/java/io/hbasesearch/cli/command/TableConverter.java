/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.core.model.TableId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A table as HBase's shell names it. */
final class TableConverter implements ITypeConverter<TableId> {
    @Override
    public TableId convert(String name) {
        try {
            return TableId.parse(name);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("'" + name + "' is no table, as table or namespace:table");
        }
    }
}
