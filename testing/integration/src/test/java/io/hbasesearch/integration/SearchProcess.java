/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One of our own long-running commands as a child process that can be killed like any other. */
final class SearchProcess implements AutoCloseable {
    private static final Duration STOP = Duration.ofSeconds(40);

    private final Process process;

    private SearchProcess(Process process) {
        this.process = process;
    }

    /** @param command {@code indexer}, {@code gateway} or {@code serve} */
    static SearchProcess start(Site site, String command) throws IOException {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(List.of(System.getProperty("hbasesearch.jvm.flags").split(" ")));
        line.addAll(List.of("-Xmx384m", "-cp", System.getProperty("java.class.path"), "io.hbasesearch.cli.Main"));
        line.addAll(List.of("--config", site.config().toString(), command));
        return new SearchProcess(new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(site.log(command).toFile()))
                .start());
    }

    /** SIGKILL: nothing is flushed or committed. Returns when the process is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** SIGTERM, so that it drains; killed if it does not end in time. @return its exit code */
    int stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
            kill();
        }
        return process.exitValue();
    }

    @Override
    public void close() throws InterruptedException {
        stop();
    }
}
