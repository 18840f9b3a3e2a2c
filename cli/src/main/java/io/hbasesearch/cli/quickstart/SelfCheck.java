/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.cli.sample.MailBox;
import io.hbasesearch.cli.sample.SampleRow;
import io.hbasesearch.cli.sample.SampleTable;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * Checks on a running quickstart that the index follows the table. It derives the expected results from the sample's text and
 * from its own puts. For one thread.
 */
final class SelfCheck {
    private static final int PUTS = 200;
    private static final Duration SILENCE = Duration.ofSeconds(60);

    /** A word that occurs in the sample. */
    static final String CHINESE_HIT = "预算审批";

    /** A word that does not occur in the sample, although each of its characters does. */
    static final String CHINESE_MISS = "批算预审";

    private static final RowKey CHANGING = Demonstration.key(1);
    private static final RowKey AFTER_SILENCE = Demonstration.key(2);
    private static final RowKey AFTER_RESTART = Demonstration.key(3);

    private final Quickstart quickstart;
    private final CheckReport report;
    private final Session session;
    private Demonstration demonstration;
    private String word = "";

    /** @param session whose streams the verification does not use */
    SelfCheck(Quickstart quickstart, CheckReport report, Session session) {
        this.session = session;
        this.quickstart = quickstart;
        this.report = report;
        this.demonstration = quickstart.demonstration();
    }

    /** Checks the promise on one row, and that nothing differs. */
    void runShort() throws InterruptedException {
        oneRow();
        verify();
    }

    private void oneRow() throws InterruptedException {
        report.check("a row that is put is found", this::put);
        report.check("a row that is changed is found by its new word only", this::change);
        report.check("a row that is deleted is not found", this::delete);
    }

    private void verify() throws InterruptedException {
        for (SampleTable table : SampleTable.ALL) {
            report.check(
                    "table and index " + table.index() + " agree",
                    () -> Verification.run(session, quickstart, table.index()));
        }
    }

    void run() throws InterruptedException {
        report.check("every sample row is found", this::samples);
        oneRow();
        report.check("a Chinese word is found where it occurs", this::chineseHit);
        report.check("a Chinese word that occurs nowhere is not found", this::chineseMiss);
        report.check("put to searchable", this::latency);
        verify();
        report.check("a row that is put after " + SILENCE.toSeconds() + " s of silence is found", this::afterSilence);
        report.check("a second start keeps its data and consumes no event twice", this::restart);
    }

    private String samples() {
        StringBuilder detail = new StringBuilder();
        for (SampleTable table : SampleTable.ALL) {
            long rows = table.rows().get().size();
            long documents = quickstart.searches().documents(table.index());
            require(rows == documents, table.index() + " has " + rows + " rows, its index " + documents + " documents");
            detail.append(detail.isEmpty() ? "" : ", ")
                    .append(table.index())
                    .append(' ')
                    .append(documents);
        }
        return detail.toString();
    }

    private String put() throws InterruptedException {
        word = Demonstration.newWord();
        demonstration.put(CHANGING, word);
        return "after " + demonstration.awaitFound(CHANGING, word).toMillis() + " ms";
    }

    private String change() throws InterruptedException {
        String old = word;
        word = Demonstration.newWord();
        demonstration.put(CHANGING, word);
        Duration waited = demonstration.awaitFound(CHANGING, word);
        long byOldWord = quickstart.searches().search(MailBox.NAME, old).total();
        require(byOldWord == 0, byOldWord + " documents still have the old word");
        return "after " + waited.toMillis() + " ms";
    }

    private String delete() throws InterruptedException {
        demonstration.delete(CHANGING);
        return "gone after " + demonstration.awaitGone(word).toMillis() + " ms";
    }

    private String chineseHit() {
        Set<String> expected = MailBox.rows().stream()
                .filter(row -> text(row).contains(CHINESE_HIT))
                .map(row -> row.key().bytes().utf8())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> found = new TreeSet<>(
                quickstart.searches().search(MailBox.NAME, CHINESE_HIT).keys());
        require(!expected.isEmpty(), CHINESE_HIT + " does not occur in the sample");
        require(found.equals(expected), CHINESE_HIT + " occurs in " + expected + ", but was found in " + found);
        return CHINESE_HIT + " in " + found.size() + " mails";
    }

    private String chineseMiss() {
        String all = MailBox.rows().stream().map(SelfCheck::text).collect(Collectors.joining("\n"));
        require(!all.contains(CHINESE_MISS), CHINESE_MISS + " occurs in the sample");
        require(
                CHINESE_MISS.chars().allMatch(character -> all.indexOf(character) >= 0),
                "not every character of " + CHINESE_MISS + " occurs in the sample");
        List<String> found =
                quickstart.searches().search(MailBox.NAME, CHINESE_MISS).keys();
        require(found.isEmpty(), CHINESE_MISS + " was found in " + found);
        return CHINESE_MISS + " in none, although all its characters occur";
    }

    private String latency() throws Exception {
        Histogram millis = new LatencyProbe(demonstration).measure(PUTS);
        require(millis.getTotalCount() == PUTS, millis.getTotalCount() + " of " + PUTS + " puts were measured");
        report.measured("put_to_searchable_p50_ms", millis.getValueAtPercentile(50));
        report.measured("put_to_searchable_p99_ms", millis.getValueAtPercentile(99));
        return "p50 " + millis.getValueAtPercentile(50) + " ms, p99 " + millis.getValueAtPercentile(99) + " ms over "
                + PUTS + " puts";
    }

    private String afterSilence() throws InterruptedException {
        Thread.sleep(SILENCE.toMillis());
        String late = Demonstration.newWord();
        demonstration.put(AFTER_SILENCE, late);
        return "after " + demonstration.awaitFound(AFTER_SILENCE, late).toMillis() + " ms";
    }

    /** Checks a restart: a version in the index changes only when an event is consumed. */
    private String restart() throws Exception {
        quickstart.stopService();
        Map<DocumentId, Long> before = quickstart.versions();
        quickstart.restart();
        require(quickstart.load() == 0, "the rows were put again");
        demonstration = quickstart.demonstration();
        String late = Demonstration.newWord();
        demonstration.put(AFTER_RESTART, late);
        demonstration.awaitFound(AFTER_RESTART, late);
        quickstart.stopService();
        Map<DocumentId, Long> after = quickstart.versions();
        Set<DocumentId> changed = new HashSet<>(after.keySet());
        changed.removeIf(id -> after.get(id).equals(before.get(id)));
        require(!before.isEmpty() && before.keySet().stream().allMatch(after::containsKey), "documents were lost");
        require(
                changed.equals(Set.of(DocumentId.of(AFTER_RESTART))),
                changed.size()
                        + " documents changed their version, but only the one put after the restart should have");
        return before.size() + " document versions unchanged";
    }

    private static String text(SampleRow row) {
        return row.cells().get(ColumnName.of(MailBox.FAMILY, "subject")).utf8() + "\n"
                + row.cells().get(ColumnName.of(MailBox.FAMILY, "body")).utf8();
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
