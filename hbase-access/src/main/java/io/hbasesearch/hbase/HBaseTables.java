/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.config.HBaseConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.TableCondition;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionStatesCount;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Manages tables and the replication scope of their families through HBase's admin interface. Each call throws {@link
 * io.hbasesearch.core.error.HBaseSearchException} if it fails. Safe for use by several threads. Borrows the connection.
 */
public final class HBaseTables {
    private final HBaseConnections connections;

    public HBaseTables(HBaseConnections connections) {
        this.connections = Objects.requireNonNull(connections, "connections");
    }

    /** Returns every user table, ordered by name. */
    public List<TableId> list() {
        return connections.await(admin().listTableNames(false), "listing tables").stream()
                .map(Results::tableId)
                .sorted()
                .toList();
    }

    /** Lists tables through its own connection, for callers that ask once. */
    public static List<TableId> listOnce(HBaseConfig config) {
        try (HBaseConnections connections = new HBaseConnections(config)) {
            return new HBaseTables(connections).list();
        }
    }

    public boolean exists(TableId table) {
        return connections.await(admin().tableExists(Results.tableName(table)), "looking for table " + table);
    }

    /**
     * Returns what an index needs to know about a table. The families are empty if this user may read the table but not its description;
     * the rest comes from hbase:meta, which every user may read.
     */
    TableCondition condition(TableId table) {
        TableName name = Results.tableName(table);
        if (!exists(table)) {
            return TableCondition.missing();
        }
        try {
            boolean enabled = isEnabled(table);
            Map<KeyRange, Long> regions = new HashMap<>();
            for (RegionInfo region : connections.await(admin().getRegions(name), "listing regions of table " + table)) {
                regions.put(
                        new KeyRange(ByteArray.wrap(region.getStartKey()), ByteArray.wrap(region.getEndKey())),
                        region.getRegionId());
            }
            return new TableCondition(true, enabled, familiesIfAllowed(table), regions);
        } catch (HBaseSearchException e) {
            // The table was dropped meanwhile.
            if (e.code() == ErrorCode.TABLE_NOT_FOUND) {
                return TableCondition.missing();
            }
            throw e;
        }
    }

    private Map<String, Boolean> familiesIfAllowed(TableId table) {
        try {
            return replicatedFamilies(table);
        } catch (HBaseSearchException e) {
            if (e.code() == ErrorCode.ACCESS_DENIED) {
                return Map.of();
            }
            throw e;
        }
    }

    /**
     * Returns whether the WAL entries of each family are offered to replication peers.
     *
     * @return family to true if {@code REPLICATION_SCOPE} is 1
     * @throws io.hbasesearch.core.error.HBaseSearchException TABLE_NOT_FOUND
     */
    public SortedMap<String, Boolean> replicatedFamilies(TableId table) {
        SortedMap<String, Boolean> families = new TreeMap<>();
        for (ColumnFamilyDescriptor family : describe(table).getColumnFamilies()) {
            families.put(family.getNameAsString(), isReplicated(family));
        }
        return families;
    }

    /**
     * Sets {@code REPLICATION_SCOPE => 1} on families that lack it. The table's regions reopen one after the other, which takes seconds.
     * Only edits made afterwards are announced.
     *
     * @return the families that were changed
     * @throws io.hbasesearch.core.error.HBaseSearchException TABLE_NOT_FOUND
     */
    public List<String> replicate(TableId table, Collection<String> families) {
        TableDescriptor current = describe(table);
        TableDescriptorBuilder changed = TableDescriptorBuilder.newBuilder(current);
        List<ColumnFamilyDescriptor> toChange = List.of(current.getColumnFamilies()).stream()
                .filter(family -> families.contains(family.getNameAsString()) && !isReplicated(family))
                .toList();
        if (!toChange.isEmpty()) {
            toChange.forEach(family -> changed.modifyColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(family).setScope(1).build()));
            change(admin().modifyTable(changed.build()), "setting the replication scope of table " + table);
        }
        return toChange.stream().map(ColumnFamilyDescriptor::getNameAsString).toList();
    }

    /**
     * Creates a table unless it exists.
     *
     * @param families each with whether it is replicated
     * @return false if the table already existed; it is not changed
     */
    public boolean create(TableId table, Map<String, Boolean> families) {
        return create(
                table,
                families.entrySet().stream()
                        .map(family -> TableDescription.Family.of(family.getKey(), family.getValue()))
                        .toList(),
                List.of());
    }

    /**
     * Creates a table unless it exists.
     *
     * @param families with their names, versions and scopes; the rest has HBase's defaults
     * @param splits the start keys of all regions but the first, in any order
     * @return false if the table already existed; it is not changed
     */
    public boolean create(TableId table, List<TableDescription.Family> families, List<ByteArray> splits) {
        if (exists(table)) {
            return false;
        }
        TableDescriptorBuilder descriptor = TableDescriptorBuilder.newBuilder(Results.tableName(table));
        families.forEach(family -> descriptor.setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(family.name().getBytes(UTF_8))
                        .setMaxVersions(family.versions())
                        .setScope(family.replicated() ? 1 : 0)
                        .build()));
        byte[][] starts = splits.stream().map(ByteArray::toBytes).toArray(byte[][]::new);
        change(
                starts.length == 0
                        ? admin().createTable(descriptor.build())
                        : admin().createTable(descriptor.build(), starts),
                "creating table " + table);
        return true;
    }

    /**
     * Describes every user table that this user may describe; the number of its regions is the master's.
     *
     * @return in the order of names
     */
    public List<TableDescription> descriptions() {
        Map<TableName, RegionStatesCount> regions = connections
                .await(
                        admin().getClusterMetrics(EnumSet.of(ClusterMetrics.Option.TABLE_TO_REGIONS_COUNT)),
                        "counting regions")
                .getTableRegionStatesCount();
        return connections.await(admin().listTableDescriptors(false), "describing the tables").stream()
                .map(descriptor -> {
                    RegionStatesCount count = regions.get(descriptor.getTableName());
                    return described(descriptor, count == null ? 0 : count.getTotalRegions());
                })
                .sorted(Comparator.comparing(TableDescription::table))
                .toList();
    }

    /** @throws io.hbasesearch.core.error.HBaseSearchException TABLE_NOT_FOUND, ACCESS_DENIED and others */
    public TableDescription description(TableId table) {
        return described(
                describe(table),
                connections
                        .await(admin().getRegions(Results.tableName(table)), "listing regions of table " + table)
                        .size());
    }

    public boolean isEnabled(TableId table) {
        return connections.await(
                admin().isTableEnabled(Results.tableName(table)), "asking whether table " + table + " is enabled");
    }

    private static TableDescription described(TableDescriptor table, int regions) {
        return new TableDescription(
                Results.tableId(table.getTableName()),
                regions,
                List.of(table.getColumnFamilies()).stream()
                        .map(family -> new TableDescription.Family(
                                family.getNameAsString(),
                                family.getMaxVersions(),
                                isReplicated(family),
                                family.getTimeToLive() == HConstants.FOREVER
                                        ? OptionalInt.empty()
                                        : OptionalInt.of(family.getTimeToLive()),
                                family.getCompressionType().getName()))
                        .toList());
    }

    private static boolean isReplicated(ColumnFamilyDescriptor family) {
        return family.getScope() != 0;
    }

    private TableDescriptor describe(TableId table) {
        return connections.await(admin().getDescriptor(Results.tableName(table)), "describing table " + table);
    }

    private AsyncAdmin admin() {
        return connections
                .get()
                .getAdminBuilder()
                .setOperationTimeout(connections.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .build();
    }

    private void change(CompletableFuture<Void> answer, String what) {
        connections.awaitChange(answer, what);
    }
}
