/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.read;

import io.hbasesearch.core.definition.CellUnit;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.settings.CellSettings;
import io.hbasesearch.core.definition.settings.DefinitionSettings;
import io.hbasesearch.core.definition.settings.SchemasReader;
import io.hbasesearch.core.definition.settings.SpecFiles;
import io.hbasesearch.core.definition.settings.ValueSettings;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.QualifierPattern;
import io.hbasesearch.core.definition.value.RowKeyDeclaration;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import io.hbasesearch.core.yaml.FileOrInline;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Creates the fields of cells for {@code unit: cell}, and checks that the rest of the definition is compatible. */
final class CellsReader {
    private static final Set<String> OWN = Set.of(CellUnit.FAMILY, CellUnit.QUALIFIER, CellUnit.TIMESTAMP);

    private final SettingValues values;
    private final SettingValues cells;
    private final RowKeyReader rowKey;
    private final SchemasReader schemas;
    private final SpecFiles specs;
    private final boolean isUnit;

    /** @param values the whole definition */
    CellsReader(SettingValues values, RowKeyReader rowKey, SchemasReader schemas, SpecFiles specs) {
        this.values = values;
        this.cells = values.group(DefinitionSettings.CELLS);
        this.rowKey = rowKey;
        this.schemas = schemas;
        this.specs = specs;
        this.isUnit = values.find(CellSettings.UNIT)
                .filter(CellSettings.Unit.CELL::equals)
                .isPresent();
    }

    boolean isUnit() {
        return isUnit;
    }

    /**
     * Returns the row's fields and those of its cells. With cells, a query searches a field of the row only by name, so that a plain
     * word always means a cell.
     */
    List<FieldMapping> with(List<FieldMapping> ofRow) {
        if (!isUnit) {
            refuse(CellSettings.COLUMNS, cells);
            refuse(CellSettings.MAX, cells);
            refuse(CellSettings.BUCKETS, cells);
            refuse(DefinitionSettings.SPEC, cells.group(DefinitionSettings.CELL_QUALIFIER));
            cells.each(DefinitionSettings.CELL_VALUES)
                    .forEach(entry -> entry.problemWithName("has a meaning only with unit: cell"));
            return ofRow;
        }
        values.each(DefinitionSettings.FIELDS).forEach(CellsReader::checkRowField);
        List<FieldMapping> all = new ArrayList<>();
        for (FieldMapping field : ofRow) {
            if (field.name().equals(CellUnit.FIELD)) {
                values.problem(
                        CellSettings.UNIT,
                        CellUnit.FIELD + " holds the cells, so no field of the row can be called so");
            }
            all.add(field.onlyByName());
        }
        unit().ifPresent(unit -> addFields(unit, all));
        return all;
    }

    private static void refuse(Setting<?> setting, SettingValues group) {
        if (group.isWritten(setting)) {
            group.problem(setting, "has a meaning only with unit: cell");
        }
    }

    private static void checkRowField(SettingValues entry) {
        if (entry.find(DefinitionSettings.DEFAULT).orElse(false) && entry.isWritten(DefinitionSettings.DEFAULT)) {
            // The definition that an index stores never has it.
            entry.problem(
                    DefinitionSettings.DEFAULT,
                    "cannot be true with unit: cell, where a word without a field is looked for in cells");
        }
        if (entry.isWritten(DefinitionSettings.COLUMNS)) {
            entry.problem(
                    DefinitionSettings.COLUMNS,
                    "is not for the row's fields with unit: cell: name them under cells.columns");
        }
        boolean isNewest = entry.find(DefinitionSettings.TIMESTAMP)
                .filter(of -> of.column().isEmpty())
                .isPresent();
        if (isNewest) {
            entry.problem(
                    DefinitionSettings.TIMESTAMP,
                    "must be a column's with unit: cell: each cell has its own in " + CellUnit.PREFIX
                            + CellUnit.TIMESTAMP);
        }
    }

    private Optional<CellUnit> unit() {
        List<QualifierPattern> columns = cells.find(CellSettings.COLUMNS).orElse(List.of());
        if (columns.isEmpty()) {
            if (!cells.isWritten(CellSettings.COLUMNS)) {
                cells.problem(CellSettings.COLUMNS, "is missing: with unit: cell it says which cells are found");
            }
            return Optional.empty();
        }
        SettingValues qualifier = cells.group(DefinitionSettings.CELL_QUALIFIER);
        Optional<RowKeyDeclaration> declared = qualifier
                .find(DefinitionSettings.SPEC)
                .flatMap(written -> written instanceof FileOrInline.OfFile file
                        ? specs.read(file.name(), qualifier)
                        : Optional.of(((FileOrInline.Inline) written).values()))
                .flatMap(settings -> declaration(settings, qualifier));
        return Optional.of(new CellUnit(
                columns,
                cells.find(CellSettings.MAX).orElse(1),
                cells.find(CellSettings.BUCKETS).orElse(1),
                declared));
    }

    private static Optional<RowKeyDeclaration> declaration(SettingValues settings, SettingValues qualifier) {
        return RowKeySpecReader.spec(settings)
                .map(spec -> new RowKeyDeclaration(
                        RowKeySpecReader.canonical(settings),
                        new RowKeySpec(
                                spec.variants(),
                                qualifier.find(CellSettings.UNDECODABLE).orElse(spec.undecodable()))));
    }

    private void addFields(CellUnit unit, List<FieldMapping> all) {
        all.add(FieldMapping.ofCell(unit, CellUnit.FAMILY, new CellUnit.Family(), FieldType.KEYWORD));
        all.add(FieldMapping.ofCell(unit, CellUnit.QUALIFIER, new CellUnit.Qualifier(), FieldType.KEYWORD));
        all.add(FieldMapping.ofCell(unit, CellUnit.TIMESTAMP, new CellUnit.Timestamp(), FieldType.DATE));
        List<SettingValues> entries = cells.each(DefinitionSettings.CELL_VALUES);
        unit.qualifier().ifPresent(declared -> addParts(unit, declared, entries, all));
        for (SettingValues entry : entries) {
            checkValue(entry);
            FieldSource.OfCell source =
                    new FieldSource.OfCell(unit, new CellUnit.Value(entry.find(DefinitionSettings.COLUMNS)));
            if (!entry.isWritten(ValueSettings.TYPE)) {
                entry.problem(ValueSettings.TYPE, "is missing: what the field is in the index");
            }
            FieldReader.ofCell(entry, rowKey, schemas, source)
                    .ifPresent(field -> all.add(field.named(CellUnit.PREFIX + field.name())));
        }
    }

    private void addParts(
            CellUnit unit, RowKeyDeclaration declared, List<SettingValues> entries, List<FieldMapping> all) {
        KeyFields known = new KeyFields(declared.spec());
        for (String part : known.told()) {
            FieldType type = known.type(part).orElse(FieldType.JSON);
            boolean taken = OWN.contains(part)
                    || entries.stream().anyMatch(entry -> entry.name().equals(part));
            if (taken || type == FieldType.JSON || !FieldReader.isName(part)) {
                cells.group(DefinitionSettings.CELL_QUALIFIER)
                        .problem(
                                DefinitionSettings.SPEC,
                                "has the part \"" + part + "\", which cannot be a field of cells: "
                                        + (taken ? "another field of theirs has this name" : "it has many values")
                                        + "; give it another name in the specification");
            } else {
                all.add(FieldMapping.ofCell(unit, part, new CellUnit.QualifierPart(part), type));
            }
        }
    }

    private static void checkValue(SettingValues entry) {
        if (!FieldReader.isName(entry.name()) || OWN.contains(entry.name())) {
            entry.problemWithName("is not a name for values of cells: it " + FieldReader.nameRule()
                    + ", and is none of family, qualifier and timestamp, which every cell has");
        }
    }
}
