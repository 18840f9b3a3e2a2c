/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;

/**
 * One file for each seed that has run, so that a run that was cut short goes on with the seeds that are missing. A result counts
 * for the very code and lengths it was made with, and for no others; one of files that were never committed counts for nothing.
 * One thread.
 */
final class ResultStore {
    private final ObjectMapper json = new ObjectMapper().registerModule(durations());
    private final Path directory;
    private final Seeds seeds;
    private final Outages outages;

    /** @param directory of the results, made when there is one */
    ResultStore(Path directory, Seeds seeds, Outages outages) {
        this.directory = directory;
        this.seeds = seeds;
        this.outages = outages;
    }

    /** What a result is of: the code, and the share of their full length that the seed's outages took. */
    private record Origin(String commit, double share) {}

    private record Stored(Origin origin, SeedResult result) {}

    Optional<SeedResult> find(long seed) throws IOException {
        Path file = file(seed);
        if (!seeds.isCommitted() || Files.notExists(file)) {
            return Optional.empty();
        }
        Stored stored = json.readValue(file.toFile(), Stored.class);
        return stored.origin().equals(origin(seed)) ? Optional.of(stored.result()) : Optional.empty();
    }

    void add(SeedResult result) throws IOException {
        Files.createDirectories(directory);
        Path unfinished = directory.resolve("unfinished.json");
        json.writerWithDefaultPrettyPrinter()
                .writeValue(unfinished.toFile(), new Stored(origin(result.plan().seed()), result));
        Files.move(unfinished, file(result.plan().seed()), StandardCopyOption.ATOMIC_MOVE);
    }

    private Origin origin(long seed) {
        return new Origin(seeds.built(), Schedule.isLong(seed) ? outages.full() : outages.brief());
    }

    private Path file(long seed) {
        return directory.resolve("seed-" + seed + ".json");
    }

    private static SimpleModule durations() {
        return new SimpleModule()
                .addSerializer(Duration.class, ToStringSerializer.instance)
                .addDeserializer(Duration.class, new StdDeserializer<>(Duration.class) {
                    @Override
                    public Duration deserialize(JsonParser parser, DeserializationContext context) throws IOException {
                        return Duration.parse(parser.getText());
                    }
                });
    }
}
