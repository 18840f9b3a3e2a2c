/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of an Elasticsearch node, below {@code home} in its data directory. When root starts the node as {@code nobody}
 * and that user cannot traverse the way to the data directory, {@code home} is a symbolic link to a directory of its own under
 * {@code /var/tmp}; a distribution that cannot be reached is copied there. Immutable.
 *
 * @param directory the node's home, which its user owns
 * @param distribution the unpacked server, readable by that user
 * @param user whom the node runs as
 */
record ElasticsearchHome(Path directory, Path distribution, ServerUser user) {
    private static final Logger log = LoggerFactory.getLogger(ElasticsearchHome.class);
    private static final String NAME = "home";
    private static final List<String> DIRECTORIES = List.of("config", "data", "logs", "snapshots", "tmp");

    private static final String JVM_OPTIONS =
            """
            -XX:+UseSerialGC
            -XX:+ExitOnOutOfMemoryError
            -Djava.io.tmpdir=${ES_TMPDIR}
            """;

    private static final String LOGGING =
            """
            status = error
            appender.console.type = Console
            appender.console.name = console
            appender.console.layout.type = PatternLayout
            appender.console.layout.pattern = [%d{ISO8601}][%-5p][%-25c{1.}] [%node_name]%marker %m%consoleException%n
            rootLogger.level = info
            rootLogger.appenderRef.console.ref = console
            """;

    static ElasticsearchHome prepare(Path dataDirectory, Path distribution) throws IOException {
        ServerUser user = ServerUser.forServer();
        user.requireExecutable(java().resolve("bin/java"));
        Path directory = directory(dataDirectory, user);
        for (String name : DIRECTORIES) {
            Files.createDirectories(directory.resolve(name));
        }
        ElasticsearchHome home = new ElasticsearchHome(directory, reachable(distribution, directory, user), user);
        home.giveToUser();
        return home;
    }

    /** A newer server may want a newer Java than ours. */
    private static Path java() {
        return Path.of(ServerDistributions.given(
                "elasticsearch.java", JavaCommand.home().toString()));
    }

    /** Where the home is when it had to be put outside the data directory. */
    static @Nullable Path relocated(Path dataDirectory) throws IOException {
        Path link = dataDirectory.resolve(NAME);
        return Files.isSymbolicLink(link) ? Files.readSymbolicLink(link) : null;
    }

    Path data() {
        return directory.resolve("data");
    }

    Path logs() {
        return directory.resolve("logs");
    }

    /** Where repositories of snapshots may be. */
    Path snapshots() {
        return directory.resolve("snapshots");
    }

    private Path config() {
        return directory.resolve("config");
    }

    void writeConfiguration(Map<String, String> settings) throws IOException {
        String yaml = settings.entrySet().stream()
                .map(setting -> setting.getKey() + ": " + quote(setting.getValue()) + "\n")
                .collect(Collectors.joining());
        Files.writeString(config().resolve("elasticsearch.yml"), yaml);
        Files.writeString(config().resolve("jvm.options"), JVM_OPTIONS);
        Files.writeString(config().resolve("log4j2.properties"), LOGGING);
        giveToUser();
    }

    /** Puts the password of the built-in superuser into a fresh keystore. It counts only while the data directory is new. */
    void setBootstrapPassword(String password) throws IOException {
        Files.deleteIfExists(config().resolve("elasticsearch.keystore"));
        keystore("", "create");
        keystore(password, "add", "--stdin", "bootstrap.password");
    }

    /** A command of the distribution, run as the node's user. */
    ProcessBuilder command(String... command) {
        List<String> words = new ArrayList<>(user.commandPrefix());
        words.addAll(List.of(command));
        words.set(
                words.size() - command.length, distribution.resolve(command[0]).toString());
        ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("HOME", directory.toString());
        environment.put("ES_PATH_CONF", config().toString());
        environment.put("ES_TMPDIR", directory.resolve("tmp").toString());
        environment.put("ES_JAVA_HOME", java().toString());
        environment.put("CLI_JAVA_OPTS", "-Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1");
        return builder;
    }

    /** Users of files, which a server without a license has, too. */
    void setUsers(List<ElasticsearchUser> users) throws IOException {
        for (String file : List.of("users", "users_roles")) {
            Files.writeString(config().resolve(file), "");
        }
        Files.writeString(
                config().resolve("roles.yml"),
                users.stream()
                        .map(user -> user.name() + ": " + user.role() + "\n")
                        .collect(Collectors.joining()));
        giveToUser();
        for (ElasticsearchUser user : users) {
            run("", "bin/elasticsearch-users", "useradd", user.name(), "-p", user.password(), "-r", user.name());
        }
    }

    private void keystore(String input, String... arguments) throws IOException {
        run(
                input,
                Stream.concat(Stream.of("bin/elasticsearch-keystore"), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    private void run(String input, String... command) throws IOException {
        Path output = Files.createTempFile(directory, "command", ".log");
        Process process = command(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new ServerStartException(
                        command[0] + " of Elasticsearch has failed: " + Files.readString(output));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerStartException("Interrupted in " + command[0] + " of Elasticsearch", e);
        } finally {
            process.destroyForcibly();
            Files.deleteIfExists(output);
        }
    }

    private void giveToUser() throws IOException {
        user.own(directory);
        for (String name : DIRECTORIES) {
            user.ownTree(directory.resolve(name));
        }
    }

    private static Path directory(Path dataDirectory, ServerUser user) throws IOException {
        Path link = dataDirectory.resolve(NAME);
        Path relocated = relocated(dataDirectory);
        if (relocated != null) {
            if (Files.isDirectory(relocated)) {
                return relocated;
            }
            log.warn("{} is gone, and with it the data of Elasticsearch: starting anew", relocated);
            Files.delete(link);
        }
        if (Files.isDirectory(link) || user.canTraverse(dataDirectory)) {
            return Files.createDirectories(link);
        }
        Path outside = Files.createTempDirectory(Path.of("/var/tmp"), "hbase-search-elasticsearch-");
        Files.createSymbolicLink(link, outside);
        log.info("{} cannot reach {}: the data of Elasticsearch is in {}", user.name(), dataDirectory, outside);
        return outside;
    }

    private static Path reachable(Path distribution, Path home, ServerUser user) throws IOException {
        if (user.canExecute(distribution.resolve("bin/elasticsearch"))) {
            return distribution;
        }
        Path copy = home.resolve(distribution.getFileName());
        Path complete = copy.resolve("copied");
        if (!Files.exists(complete)) {
            log.info("{} cannot reach {}: copying it to {}", user.name(), distribution, copy);
            DataDirectories.deleteTree(copy);
            copyTree(distribution, copy);
            Files.createFile(complete);
        }
        return copy;
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.toList()) {
                Files.copy(path, to.resolve(from.relativize(path)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static String quote(String value) {
        return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
