/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.system;

import io.hbasesearch.administration.reindex.MapReduceCommand;
import io.hbasesearch.service.ServiceChild;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One of our own long-running commands as a child process that can be killed like any other. */
public final class SearchProcess implements AutoCloseable {
    private static final String HEAP = "384m";
    private static final String MAIN = "io.hbasesearch.cli.Main";
    /** Twice what a stop may take: on a machine that is busy it may run late. */
    private static final Duration STOP = Duration.ofSeconds(80);

    private final Process process;

    private SearchProcess(Process process) {
        this.process = process;
    }

    /** @param command {@code indexer}, {@code gateway} or {@code serve} */
    public static SearchProcess start(Site site, String command) throws IOException {
        return start(site.config(), site.log(command), command);
    }

    /** @param classes a directory of classes that stand before all others on its classpath */
    public static SearchProcess startWith(Path classes, Site site, String command) throws IOException {
        return startWith(classes, site.config(), site.log(command), command);
    }

    /**
     * As {@link #startWith(Path, Site, String)}.
     *
     * @param config its configuration file
     * @param log where its output is appended
     */
    public static SearchProcess startWith(Path classes, Path config, Path log, String command) throws IOException {
        return start(before(classes), MAIN, log, "--config", config.toString(), command);
    }

    private static String before(Path classes) {
        return classes + File.pathSeparator + System.getProperty("java.class.path");
    }

    /**
     * @param config its configuration file
     * @param log where its output is appended
     */
    public static SearchProcess start(Path config, Path log, String command) throws IOException {
        return start(MAIN, log, "--config", config.toString(), command);
    }

    /**
     * Any command that ends by itself.
     *
     * @param arguments what follows the configuration on its line
     */
    public static SearchProcess command(Site site, Path log, String... arguments) throws IOException {
        return start(MAIN, log, after(site, arguments));
    }

    /** As {@link #command}, with classes that stand before all others. */
    public static SearchProcess commandWith(Path classes, Site site, Path log, String... arguments) throws IOException {
        return start(before(classes), MAIN, log, after(site, arguments));
    }

    private static String[] after(Site site, String... arguments) {
        List<String> all = new ArrayList<>(List.of("--config", site.config().toString()));
        all.addAll(List.of(arguments));
        return all.toArray(String[]::new);
    }

    /** @param heap the most that it may have, as {@code -Xmx} takes it */
    public static SearchProcess startWithin(String heap, Site site, String command) throws IOException {
        return startWithin(heap, site.config(), site.log(command), command);
    }

    /**
     * Any command, with a log of its collections ({@link HeapUse}) beside its own.
     *
     * @param heap the most that it may have, as {@code -Xmx} takes it
     */
    public static SearchProcess startWithin(String heap, Path config, Path log, String... arguments)
            throws IOException {
        List<String> all = new ArrayList<>(List.of("--config", config.toString()));
        all.addAll(List.of(arguments));
        return start(
                System.getProperty("java.class.path"),
                List.of("-Xmx" + heap, "-Xlog:gc:file=" + HeapUse.collections(log)),
                MAIN,
                log,
                all.toArray(String[]::new));
    }

    /** Any main class of this process's classpath, with the flags and the memory of our commands. */
    public static SearchProcess start(String main, Path log, String... arguments) throws IOException {
        return start(System.getProperty("java.class.path"), main, log, arguments);
    }

    private static SearchProcess start(String classpath, String main, Path log, String... arguments)
            throws IOException {
        return start(classpath, List.of("-Xmx" + HEAP), main, log, arguments);
    }

    private static SearchProcess start(String classpath, List<String> flags, String main, Path log, String... arguments)
            throws IOException {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(List.of(System.getProperty("hbasesearch.jvm.flags").split(" ")));
        // It ends when this process is gone, however that went.
        line.add("-D" + ServiceChild.TETHER_PROPERTY + "=true");
        Optional.ofNullable(System.getProperty(MapReduceCommand.DIRECTORY_PROPERTY))
                .ifPresent(directory -> line.add("-D" + MapReduceCommand.DIRECTORY_PROPERTY + "=" + directory));
        line.addAll(flags);
        line.addAll(List.of("-XX:+UseSerialGC", "-cp", classpath, main));
        line.addAll(List.of(arguments));
        return new SearchProcess(new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start());
    }

    public long pid() {
        return process.pid();
    }

    /** SIGSTOP: it holds its connections and answers nobody. @throws IOException if there is no such process any more */
    public void pause() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** SIGCONT. */
    public void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    /** SIGKILL: nothing is flushed or committed. Returns when the process is gone. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until it has ended by itself; false if it has not in this time. */
    public boolean awaitEnd(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** SIGTERM, so that it drains; killed if it does not end in time. @return its exit code: 0 if it ended as it should */
    public int stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
            kill();
        }
        return process.exitValue();
    }

    private void signal(String signal) throws IOException, InterruptedException {
        // The shell's own kill: small systems have no other.
        int exitCode = new ProcessBuilder(
                        "/bin/sh", "-c", "kill -s \"$1\" \"$2\"", "kill", signal, Long.toString(pid()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (exitCode != 0) {
            throw new IOException("process " + pid() + " did not get SIG" + signal + ": kill ended with " + exitCode);
        }
    }

    @Override
    public void close() throws InterruptedException {
        stop();
    }
}
