/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.jmh;

import io.hbasesearch.core.model.RowVersion;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The version of an event's document, there and back. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Versions {
    private int epoch = 3;
    private long offset = 123_456_789;
    private RowVersion version = RowVersion.of(epoch, offset);

    @Benchmark
    public RowVersion of() {
        return RowVersion.of(epoch, offset);
    }

    @Benchmark
    public long parts() {
        return version.epoch() + version.offset();
    }
}
