/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.administration.Configuration;
import io.hbasesearch.benchmarks.baseline.PlainIndexSearcher;
import io.hbasesearch.benchmarks.baseline.RawElasticsearch;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.benchmarks.load.MailTable;
import io.hbasesearch.benchmarks.load.PlainHttp;
import io.hbasesearch.core.config.BackendConfig;
import io.hbasesearch.core.definition.Definitions;
import io.hbasesearch.service.ServeProcess;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Two ways to the same 20 messages: the gateway's search, and the index's own search with HBase's batch of gets of what that
 * finds. Each word is asked for alike. Owns the serving process. Safe for use by several threads, once it has words.
 */
final class SearchedMail implements AutoCloseable {
    static final int SIZE = 20;
    private static final int SAMPLED_ROWS = 20_000;
    private static final List<String> FIELDS = List.of("subject", "body");
    private static final TableName NAME = TableName.valueOf(MailTable.NAME);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Connection connection;
    private final RawElasticsearch elasticsearch;
    private final ServeProcess process;
    private final Optional<PlainIndexSearcher> lucene;
    private final String alias;
    private final List<Word> words = new ArrayList<>();

    /** A word and the rows that it finds. */
    private record Word(String text, List<byte[]> keys) {}

    SearchedMail(Configuration configuration, String index, Connection connection, URI elasticsearch)
            throws IOException {
        this.connection = connection;
        this.elasticsearch = new RawElasticsearch(elasticsearch);
        this.alias = index;
        BackendConfig backend = configuration.service().index();
        this.lucene = backend.backend() == BackendConfig.Kind.LUCENE
                ? Optional.of(
                        PlainIndexSearcher.open(backend.lucene().directory().resolve(index)))
                : Optional.empty();
        this.process = new ServeProcess(configuration.service(), () -> Definitions.of(configuration.definitions()));
        process.start();
    }

    /** Takes words that find at least a page, as many as are wanted if there are so many. */
    int takeWords(int wanted) throws Exception {
        for (String word : bodies()) {
            if (words.size() == wanted) {
                break;
            }
            List<byte[]> keys = new ArrayList<>();
            for (JsonNode hit : JSON.readTree(gateway(word)).path("hits")) {
                keys.add(Base64.getUrlDecoder().decode(hit.path("key").asText()));
                requireCells(hit);
            }
            if (keys.size() == SIZE) {
                words.add(new Word(word, keys));
            }
        }
        if (words.isEmpty()) {
            throw new IllegalStateException("no word finds " + SIZE + " messages: give more --rows");
        }
        return words.size();
    }

    /** A hit without its row would be faster, and no fetch-back. */
    private static void requireCells(JsonNode hit) throws IOException {
        int cells = hit.path("columns").size();
        if (cells != MailRows.MAPPED.size()) {
            throw new IOException("a hit has " + cells + " cells, not " + MailRows.MAPPED.size());
        }
    }

    /** Words of bodies that a page and more of the sampled rows have, in no order. */
    private List<String> bodies() throws IOException {
        Map<String, Integer> rows = new TreeMap<>();
        try (Table table = connection.getTable(NAME);
                ResultScanner scanner = table.getScanner(
                        new Scan().addColumn(TestTable.FAMILY, MailRows.BODY).setLimit(SAMPLED_ROWS))) {
            for (Result row : scanner) {
                String body = Bytes.toString(row.getValue(TestTable.FAMILY, MailRows.BODY));
                Set.copyOf(List.of(body.split("[^a-z]+"))).stream()
                        .filter(word -> word.length() > 3)
                        .forEach(word -> rows.merge(word, 1, Integer::sum));
            }
        }
        List<String> found = new ArrayList<>(rows.keySet());
        found.removeIf(word -> rows.getOrDefault(word, 0) < 2 * SIZE);
        Collections.shuffle(found, new Random(1));
        return found;
    }

    private Word word(int number) {
        return words.get(number % words.size());
    }

    /** A search with fetch-back of 20 rows, as callers make it; words are not marked, which the other two do not do either. */
    void searchGateway(int number) throws Exception {
        Word word = word(number);
        require(hits(gateway(word.text())), word);
    }

    private byte[] gateway(String word) throws IOException {
        return PlainHttp.get(process.address()
                .resolve("/v1/indexes/" + alias + "/search?highlight=false&fields=false&size=" + SIZE + "&q="
                        + URLEncoder.encode(word, StandardCharsets.UTF_8)));
    }

    /** How many hits an answer has, which is read to its end; trees of them would cost as much as the search. */
    private static int hits(byte[] answer) throws IOException {
        int hits = 0;
        try (JsonParser json = JSON.createParser(answer)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                if (name.equals("hits")) {
                    while (json.nextToken() == JsonToken.START_OBJECT) {
                        json.skipChildren();
                        hits++;
                    }
                } else if (name.equals("partial") && json.getBooleanValue()
                        || name.equals("degraded") && json.nextToken() != JsonToken.END_ARRAY) {
                    throw new IOException("an answer was not whole: it is " + name);
                } else {
                    json.skipChildren();
                }
            }
        }
        return hits;
    }

    /** What Lucene or Elasticsearch finds by itself: ids, no sources. */
    private void searchIndex(int number) throws Exception {
        Word word = word(number);
        if (lucene.isPresent()) {
            require(lucene.get().search(word.text(), FIELDS, SIZE).size(), word);
        } else {
            int found = elasticsearch.hits(
                    alias,
                    "{\"size\": " + SIZE + ", \"_source\": false, \"query\": {\"multi_match\": {\"query\": \""
                            + word.text() + "\", \"fields\": [\"" + String.join("\", \"", FIELDS) + "\"]}}}");
            require(found, word);
        }
    }

    /** What anybody would do who has both: search, and then get. */
    void searchAndGet(int number) throws Exception {
        searchIndex(number);
        getRows(number);
    }

    /** One batch of gets of the columns that the index maps. */
    private void getRows(int number) throws Exception {
        Word word = word(number);
        List<Get> gets = new ArrayList<>(SIZE);
        for (byte[] key : word.keys()) {
            Get get = new Get(key);
            MailRows.MAPPED.forEach(column -> get.addColumn(TestTable.FAMILY, column));
            gets.add(get);
        }
        try (Table table = connection.getTable(NAME)) {
            int found = 0;
            for (Result row : table.get(gets)) {
                found += row.isEmpty() ? 0 : 1;
            }
            require(found, word);
        }
    }

    private static void require(int found, Word word) throws IOException {
        if (found != SIZE) {
            throw new IOException("'" + word.text() + "' found " + found + " rows, not " + SIZE);
        }
    }

    @Override
    public void close() throws Exception {
        try (PlainIndexSearcher closed = lucene.orElse(null)) {
            process.close();
        }
    }
}
