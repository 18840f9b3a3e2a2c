/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.jmh;

import com.google.protobuf.ByteString;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.event.CellChange;
import io.hbasesearch.event.CellType;
import io.hbasesearch.event.Payload;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.event.UnreadableEventException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * An event of one put, read by an indexer, and written by the generated class. The endpoint writes an edit's bytes itself, in a jar with
 * libraries under other names, which is not on this class path.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EventCodec {
    private static final int PARTITIONS = 16;

    @Param({"200", "1024", "10240"})
    public int documentBytes;

    private Put put = new Put(new byte[1]);
    private byte[] encoded = {};

    @Setup
    public void prepare() {
        put = new MailRows(documentBytes).put(1);
        encoded = encode();
    }

    @Benchmark
    public byte[] encode() {
        RowMutation.Builder event = RowMutation.newBuilder()
                .setFormat(RowMutations.FORMAT)
                .setCause(RowMutation.Cause.EDIT)
                .setNamespace("default")
                .setTable("mail")
                .setRow(ByteString.copyFrom(put.getRow()))
                .setRegion("1588230740")
                .setRegionSequenceId(1)
                .setWriteTimeMillis(1_600_000_000_000L)
                .setPayload(Payload.EDITS);
        put.getFamilyCellMap().values().forEach(cells -> cells.forEach(cell -> event.addCells(change(cell))));
        return RowMutations.fit(event.build(), 900_000).toByteArray();
    }

    private static CellChange change(Cell cell) {
        return CellChange.newBuilder()
                .setFamily(ByteString.copyFrom(CellUtil.cloneFamily(cell)))
                .setQualifier(ByteString.copyFrom(CellUtil.cloneQualifier(cell)))
                .setTimestamp(cell.getTimestamp())
                .setType(CellType.PUT)
                .setValue(ByteString.copyFrom(CellUtil.cloneValue(cell)))
                .build();
    }

    @Benchmark
    public RowMutation decode() throws UnreadableEventException {
        return RowMutations.decode(encoded);
    }

    @Benchmark
    public int partition() {
        return RowPartition.of(put.getRow(), PARTITIONS);
    }
}
