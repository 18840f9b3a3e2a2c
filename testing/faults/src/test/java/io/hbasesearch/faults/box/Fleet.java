/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.box;

import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Our own processes over one cluster: indexers and a gateway, each through the relays of its audience. Whoever kills one does
 * it here, so that a process that ends or fails by itself is told from one that was killed, whenever that shows. Thread-safe.
 * Owns the processes.
 */
public final class Fleet implements AutoCloseable {
    /**
     * Reads are too old after a quarter of the retention, half an hour here: an hour between the clock by which they are dated and
     * the one by which they are judged would keep them all from being written.
     */
    private static final String INDEXER = "{scrub: {enabled: false}, stubRetention: 2h}";

    private static final Duration POLL = Duration.ofMillis(500);

    private final Path directory;
    private final Path indexerConfig;
    private final Path gatewayConfig;
    private final @Nullable Path classes;
    private final List<Member> indexers = new ArrayList<>(); // guarded by this
    private final List<String> wrong = new ArrayList<>(); // guarded by this
    private @Nullable Member gateway; // guarded by this
    private boolean failing; // guarded by this
    private int started; // guarded by this

    public Fleet(ClusterInABox box, Site site, Path directory) throws IOException {
        this(box, site, directory, Optional.empty());
    }

    /** @param classes a directory of classes that stand before all others on the indexers' classpath: a mutant's */
    public Fleet(ClusterInABox box, Site site, Path directory, Optional<Path> classes) throws IOException {
        this.directory = directory;
        this.indexerConfig = site.configFor("indexers", box.addresses(Audience.INDEXERS), INDEXER);
        this.gatewayConfig = site.configFor("gateways", box.addresses(Audience.GATEWAYS));
        this.classes = classes.orElse(null);
    }

    public synchronized Member addIndexer() throws IOException {
        Path log = nextLog();
        return add(
                log,
                classes == null
                        ? SearchProcess.start(indexerConfig, log, "indexer")
                        : SearchProcess.startWith(classes, indexerConfig, log, "indexer"));
    }

    /** One whose wall clock is wrong by this much. */
    public synchronized Member addIndexer(Duration clockOffset) throws IOException {
        Path log = nextLog();
        String main = ShiftedClockIndexer.class.getName();
        return add(log, SearchProcess.start(main, log, indexerConfig.toString(), clockOffset.toString()));
    }

    private Path nextLog() {
        return directory.resolve("indexer-" + ++started + ".log");
    }

    private Member add(Path log, SearchProcess process) {
        Member member = new Member("indexer-" + started, process, log);
        indexers.add(member);
        return member;
    }

    public synchronized void startGateway() throws IOException {
        Path log = directory.resolve("gateway.log");
        gateway = new Member("gateway", SearchProcess.start(gatewayConfig, log, "gateway"), log);
    }

    /** Those that are meant to run. */
    public synchronized List<Member> indexers() {
        return List.copyOf(indexers);
    }

    public synchronized Member gateway() {
        if (gateway == null) {
            throw new IllegalStateException("the gateway was not started");
        }
        return gateway;
    }

    /**
     * The sum of a metric over all indexers that are meant to run.
     *
     * @param tag that counts, such as {@code result="applied"}; empty for all
     * @throws IOException when one does not say
     */
    public double indexerMetric(String metric, String tag) throws IOException, InterruptedException {
        double sum = 0;
        for (Member indexer : indexers()) {
            sum += indexer.metric(metric, tag);
        }
        return sum;
    }

    /** SIGKILL. */
    public void kill(Member indexer) throws InterruptedException {
        forget(indexer);
        indexer.process().kill();
    }

    /** SIGTERM: it drains and leaves. Any other end of it is kept as something wrong. */
    public void stop(Member indexer) throws InterruptedException {
        forget(indexer);
        stopWell(indexer);
    }

    private void stopWell(Member member) throws InterruptedException {
        int exitCode = member.process().stop();
        if (exitCode != 0) {
            note(member.name() + " was asked to stop and ended with " + exitCode + ": see " + member.log());
        }
    }

    /** Whether indexes are expected to have failed: a fault has made them, and has not healed them yet. */
    public synchronized void expectFailures(boolean expected) {
        failing = expected;
    }

    private synchronized void noteFailure(String failure) {
        if (!failing) {
            wrong.add(failure);
        }
    }

    /** One that is dead or has failed already must not pass for one that was struck. */
    private void forget(Member indexer) throws InterruptedException {
        if (indexer.process().isAlive()) {
            indexer.failure().ifPresent(this::noteFailure);
        } else {
            note(ended(indexer));
        }
        synchronized (this) {
            if (!indexers.remove(indexer)) {
                throw new IllegalStateException(indexer.name() + " does not run.");
            }
        }
    }

    private synchronized void note(String what) {
        wrong.add(what);
    }

    private static String ended(Member member) {
        return member.name() + " ended by itself: see " + member.log();
    }

    /** Processes that ended or failed without being told to, or did not end as they were told, since the beginning. */
    public synchronized List<String> wrong() {
        List<String> all = new ArrayList<>(wrong);
        members().stream()
                .filter(member -> !member.process().isAlive())
                .map(Fleet::ended)
                .forEach(all::add);
        return all;
    }

    private synchronized List<Member> members() {
        return Stream.concat(indexers.stream(), Stream.ofNullable(gateway)).toList();
    }

    /** Waits until every process says that it is well. @return what those say that are not when the time is over */
    public List<String> awaitWell(Duration limit) throws InterruptedException {
        long begin = System.nanoTime();
        List<String> ailments = ailments();
        while (!ailments.isEmpty() && System.nanoTime() - begin < limit.toNanos()) {
            Thread.sleep(POLL.toMillis());
            ailments = ailments();
        }
        return ailments;
    }

    private List<String> ailments() throws InterruptedException {
        List<String> ailments = new ArrayList<>();
        for (Member member : members()) {
            member.ailment().ifPresent(ailments::add);
        }
        return ailments;
    }

    /** SIGTERM to all at once, and waits until all have ended; afterwards none is meant to run. */
    public void stopAll() throws InterruptedException {
        List<Thread> stops = members().stream()
                .map(member -> new Thread(() -> stopQuietly(member), "stop-" + member.name()))
                .toList();
        stops.forEach(Thread::start);
        for (Thread stop : stops) {
            stop.join();
        }
        synchronized (this) {
            indexers.clear();
            gateway = null;
        }
    }

    private void stopQuietly(Member member) {
        try {
            if (member.process().isAlive()) {
                stopWell(member);
            } else {
                note(ended(member));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws InterruptedException {
        for (Member member : members()) {
            member.process().kill();
        }
    }
}
