/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.time.Duration;
import java.util.stream.Stream;

/**
 * What each side of a measurement has taken of the processors, in seconds, its children included. Where all run on one machine
 * and use all of it, this tells whose work a rate is made of.
 *
 * @param client this process: whatever calls the servers
 */
public record ProcessorSeconds(double client, double hbase, double kafka, double elasticsearch) {
    /** Until now. */
    public static ProcessorSeconds of(long hbase, long kafka, long elasticsearch) {
        return new ProcessorSeconds(
                seconds(ProcessHandle.current()),
                withChildren(hbase),
                withChildren(kafka),
                withChildren(elasticsearch));
    }

    public ProcessorSeconds minus(ProcessorSeconds before) {
        return new ProcessorSeconds(
                client - before.client,
                hbase - before.hbase,
                kafka - before.kafka,
                elasticsearch - before.elasticsearch);
    }

    /** The same where the client is another process. */
    public ProcessorSeconds withClient(double seconds) {
        return new ProcessorSeconds(seconds, hbase, kafka, elasticsearch);
    }

    private static double withChildren(long pid) {
        return ProcessHandle.of(pid).stream()
                .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
                .mapToDouble(ProcessorSeconds::seconds)
                .sum();
    }

    private static double seconds(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
    }
}
