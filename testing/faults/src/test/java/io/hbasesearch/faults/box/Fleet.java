/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.box;

import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Our own processes over one cluster: indexers and a gateway, each through the relays of its audience. Whoever kills one does
 * it here, so that a process that ends by itself is told from one that was killed. Thread-safe. Owns the processes.
 */
public final class Fleet implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("started; (http://[0-9.:]+)/health");

    private final Path directory;
    private final Path indexerConfig;
    private final Path gatewayConfig;
    private final List<Member> indexers = new ArrayList<>(); // guarded by this
    private Member gateway; // guarded by this
    private int started; // guarded by this

    public Fleet(ClusterInABox box, Site site, Path directory) throws IOException {
        this.directory = directory;
        this.indexerConfig = site.configFor("indexers", box.addresses(Audience.INDEXERS));
        this.gatewayConfig = site.configFor("gateways", box.addresses(Audience.GATEWAYS));
    }

    /** A process and the file it writes to. */
    public record Member(String name, SearchProcess process, Path log) {
        /** Where its HTTP interface is, once it has said so. */
        public Optional<String> address() {
            try {
                Matcher matcher = ADDRESS.matcher(Files.readString(log));
                return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
            } catch (IOException e) {
                return Optional.empty();
            }
        }
    }

    public synchronized Member addIndexer() throws IOException {
        Path log = directory.resolve("indexer-" + ++started + ".log");
        return add(new Member("indexer-" + started, SearchProcess.start(indexerConfig, log, "indexer"), log));
    }

    /** One whose wall clock is wrong by this much. */
    public synchronized Member addIndexer(Duration clockOffset) throws IOException {
        Path log = directory.resolve("indexer-" + ++started + ".log");
        return add(new Member(
                "indexer-" + started,
                SearchProcess.start(
                        ShiftedClockIndexer.class.getName(), log, indexerConfig.toString(), clockOffset.toString()),
                log));
    }

    private Member add(Member member) {
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
        return gateway;
    }

    /** SIGKILL. */
    public void kill(Member indexer) throws InterruptedException {
        forget(indexer);
        indexer.process().kill();
    }

    /** SIGTERM: it drains and leaves. */
    public void stop(Member indexer) throws InterruptedException {
        forget(indexer);
        indexer.process().stop();
    }

    private synchronized void forget(Member indexer) {
        if (!indexers.remove(indexer)) {
            throw new IllegalStateException(indexer.name() + " does not run.");
        }
    }

    /** Processes that ended without being told to. */
    public synchronized List<String> died() {
        List<Member> all = new ArrayList<>(indexers);
        if (gateway != null) {
            all.add(gateway);
        }
        return all.stream()
                .filter(member -> !member.process().isAlive())
                .map(member -> member.name() + " ended by itself: see " + member.log())
                .toList();
    }

    @Override
    public void close() throws InterruptedException {
        for (Member indexer : indexers()) {
            kill(indexer);
        }
        synchronized (this) {
            if (gateway != null) {
                gateway.process().kill();
            }
        }
    }
}
