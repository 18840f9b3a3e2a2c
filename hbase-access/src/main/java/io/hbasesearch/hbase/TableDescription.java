/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.model.TableId;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * Describes a table and its families.
 *
 * @param regions as the master counts them; 0 if it does not say
 */
public record TableDescription(TableId table, int regions, List<Family> families) {
    public TableDescription {
        Objects.requireNonNull(table, "table");
        families = List.copyOf(families);
    }

    /**
     * Describes a column family.
     *
     * @param versions the most cells of a column that HBase keeps
     * @param replicated whether {@code REPLICATION_SCOPE} is 1, so that peers are offered its edits
     * @param secondsToLive after which HBase drops a cell; empty for never
     * @param compression of its files, {@code NONE} for instance
     */
    public record Family(String name, int versions, boolean replicated, OptionalInt secondsToLive, String compression) {
        public Family {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(secondsToLive, "secondsToLive");
            Objects.requireNonNull(compression, "compression");
        }

        /** Returns a family to create, of one version. */
        public static Family of(String name, boolean replicated) {
            return new Family(name, 1, replicated, OptionalInt.empty(), "NONE");
        }

        /** Returns this family with another number of versions. */
        public Family withVersions(int most) {
            return new Family(name, most, replicated, secondsToLive, compression);
        }
    }
}
