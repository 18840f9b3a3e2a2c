/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.jmh;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.DecodedKey;
import io.hbasesearch.core.rowkey.EncodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A key of several parts, one of them a hash of another: {@code config/rowkeys/trades.yaml}. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RowKeys {
    private static final Map<String, KeyValue> VALUES = Map.of(
            "sellerId", KeyValue.of("seller01"),
            "ts", KeyValue.of(1_600_000_000_000L),
            "orderId", KeyValue.of("order-4711"));

    private RowKeySpec spec = trades();
    private RowKey key = RowKey.utf8("row");

    private static RowKeySpec trades() {
        Path repository = Path.of(System.getProperty("hbasesearch.repository.root"));
        return new RowKeySpecReader(Map.of()).readFile(repository.resolve("config/rowkeys/trades.yaml"));
    }

    @Setup
    public void prepare() {
        if (!(encode() instanceof EncodedKey.Complete complete)) {
            throw new IllegalStateException("the key is not complete");
        }
        key = complete.keys().get(0);
        if (!(decode() instanceof DecodedKey.Readable)) {
            throw new IllegalStateException("the key is not readable");
        }
    }

    @Benchmark
    public EncodedKey encode() {
        return spec.encode(VALUES);
    }

    @Benchmark
    public DecodedKey decode() {
        return spec.decode(key);
    }
}
