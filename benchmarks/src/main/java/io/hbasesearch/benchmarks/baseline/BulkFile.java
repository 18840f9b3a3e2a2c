/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * The documents of an index as the lines of bulk requests: ids, external versions and sources are what stands in the index. In
 * a file, so that they take no heap from what is measured; reading it back costs next to nothing. Reading is safe for use by
 * several threads.
 */
public final class BulkFile implements AutoCloseable {
    private static final int PAGE = 2_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final FileChannel file;
    private final long[] starts;
    private int documents;

    private BulkFile(FileChannel file, int documents) {
        this.file = file;
        this.starts = new long[documents + 1];
    }

    /**
     * @param documents that the index holds; the file is deleted with its directory, by the caller
     * @param sort the field by whose values they are loaded later, no two of which are the same: an index looks ids up for next to
     *     nothing that come in their own order, and those of a topic do not
     */
    public static BulkFile copyOf(RawElasticsearch elasticsearch, String index, int documents, Path path, String sort)
            throws IOException, InterruptedException {
        FileChannel file = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        BulkFile copy = new BulkFile(file, documents);
        try {
            // What was written last may not be visible yet.
            elasticsearch.requireCount(index, documents);
            copy.fill(elasticsearch, index, sort);
            return copy;
        } catch (IOException | InterruptedException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private void fill(RawElasticsearch elasticsearch, String index, String sort)
            throws IOException, InterruptedException {
        String after = "";
        while (true) {
            JsonNode hits =
                    elasticsearch.search(index, page(sort, after)).path("hits").path("hits");
            if (hits.isEmpty()) {
                break;
            }
            hits.forEach(this::add);
            after = ",\"search_after\":" + hits.get(hits.size() - 1).path("sort");
        }
        if (documents != starts.length - 1) {
            throw new IllegalStateException("the index holds " + documents + " documents, not " + (starts.length - 1));
        }
    }

    private static String page(String sort, String after) {
        return "{\"size\":" + PAGE + ",\"version\":true,\"track_total_hits\":false,\"sort\":[\"" + sort + "\"]" + after
                + "}";
    }

    private void add(JsonNode hit) {
        byte[] lines = ("{\"index\":{\"_id\":" + hit.path("_id") + ",\"version\":" + hit.path("_version")
                        + ",\"version_type\":\"external\"}}\n" + hit.path("_source") + "\n")
                .getBytes(UTF_8);
        try {
            int ignored = file.write(ByteBuffer.wrap(lines), starts[documents]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        starts[documents + 1] = starts[documents] + lines.length;
        documents++;
    }

    public int documents() {
        return documents;
    }

    /** Bytes of all lines. */
    public long size() {
        return starts[documents];
    }

    /** The lines of documents {@code from} to {@code to}, exclusive. */
    public byte[] lines(int from, int to) throws IOException {
        ByteBuffer lines = ByteBuffer.allocate((int) (starts[to] - starts[from]));
        while (lines.hasRemaining()) {
            if (file.read(lines, starts[from] + lines.position()) < 0) {
                throw new IOException("the file of documents is too short");
            }
        }
        return lines.array();
    }

    /** One document. */
    public record Entry(String id, long version, byte[] source) {}

    public Entry entry(int number) throws IOException {
        byte[] lines = lines(number, number + 1);
        int end = 0;
        while (lines[end] != '\n') {
            end++;
        }
        JsonNode action = JSON.readTree(lines, 0, end).path("index");
        // Without the newlines of both lines.
        byte[] source = Arrays.copyOfRange(lines, end + 1, lines.length - 1);
        return new Entry(action.path("_id").asText(), action.path("version").asLong(), source);
    }

    /** Fails unless an index, refreshed, has as many documents, and so many of them, evenly spread, are the same. */
    public void requireIn(RawElasticsearch elasticsearch, String index, int samples)
            throws IOException, InterruptedException {
        elasticsearch.requireCount(index, documents);
        for (int i = 0; i < samples; i++) {
            Entry entry = entry((int) ((long) i * documents / samples));
            JsonNode found = elasticsearch.source(index, entry.id());
            if (!found.equals(JSON.readTree(entry.source()))) {
                throw new IllegalStateException("the index holds another document than it should as " + entry.id());
            }
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
