/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.analysis;

import io.hbasesearch.core.definition.AnalyzerVersion;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.bg.BulgarianAnalyzer;
import org.apache.lucene.analysis.bn.BengaliAnalyzer;
import org.apache.lucene.analysis.br.BrazilianAnalyzer;
import org.apache.lucene.analysis.ca.CatalanAnalyzer;
import org.apache.lucene.analysis.cjk.CJKAnalyzer;
import org.apache.lucene.analysis.ckb.SoraniAnalyzer;
import org.apache.lucene.analysis.cn.smart.SmartChineseAnalyzer;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.analysis.core.SimpleAnalyzer;
import org.apache.lucene.analysis.core.StopAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.cz.CzechAnalyzer;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.et.EstonianAnalyzer;
import org.apache.lucene.analysis.eu.BasqueAnalyzer;
import org.apache.lucene.analysis.fa.PersianAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.ga.IrishAnalyzer;
import org.apache.lucene.analysis.gl.GalicianAnalyzer;
import org.apache.lucene.analysis.hi.HindiAnalyzer;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.hy.ArmenianAnalyzer;
import org.apache.lucene.analysis.id.IndonesianAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.ja.JapaneseAnalyzer;
import org.apache.lucene.analysis.ko.KoreanAnalyzer;
import org.apache.lucene.analysis.lt.LithuanianAnalyzer;
import org.apache.lucene.analysis.lv.LatvianAnalyzer;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.sr.SerbianAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.th.ThaiAnalyzer;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;

/** The analyzers that Elasticsearch has too, by its names, and the additional ones listed in {@code config/README.md}. */
final class NamedAnalyzers {
    private static final Map<String, Supplier<Analyzer>> FIRST_VERSIONS = firstVersions();
    private static final Map<String, Preset> SECOND_VERSIONS = secondVersions();

    private NamedAnalyzers() {}

    /**
     * Creates analyzers.
     *
     * @param queries the same object as {@code documents} if one analyzer serves both
     */
    record Preset(Supplier<Analyzer> documents, Supplier<Analyzer> queries) {}

    /** Returns the names that a definition may use. */
    static Set<String> names() {
        return FIRST_VERSIONS.keySet();
    }

    /** @param stored as the metadata of an index names it */
    static Optional<Preset> find(String stored) {
        AnalyzerVersion analyzer = AnalyzerVersion.parse(stored);
        return switch (analyzer.version()) {
            case 1 -> Optional.ofNullable(FIRST_VERSIONS.get(analyzer.name())).map(first -> new Preset(first, first));
            case 2 -> Optional.ofNullable(SECOND_VERSIONS.get(analyzer.name()));
            default -> Optional.empty();
        };
    }

    private static Map<String, Preset> secondVersions() {
        Map<String, Preset> all = new TreeMap<>();
        Preset pairs = new Preset(() -> new CjkCharacterAnalyzer(true), () -> new CjkCharacterAnalyzer(false));
        all.put("cjk", pairs);
        all.put(
                "cjk_t2s",
                new Preset(
                        () -> new SimplifyingAnalyzer(pairs.documents().get()),
                        () -> new SimplifyingAnalyzer(pairs.queries().get())));
        for (String words : List.of("smartcn", "smartcn_t2s", "japanese", "kuromoji", "korean", "nori")) {
            Supplier<Analyzer> first = FIRST_VERSIONS.get(words);
            all.put(words, new Preset(() -> new CharacterAddingAnalyzer(first.get()), first));
        }
        return Collections.unmodifiableMap(all);
    }

    private static Map<String, Supplier<Analyzer>> firstVersions() {
        Map<String, Supplier<Analyzer>> all = new TreeMap<>();
        all.put("arabic", ArabicAnalyzer::new);
        all.put("armenian", ArmenianAnalyzer::new);
        all.put("basque", BasqueAnalyzer::new);
        all.put("bengali", BengaliAnalyzer::new);
        all.put("brazilian", BrazilianAnalyzer::new);
        all.put("bulgarian", BulgarianAnalyzer::new);
        all.put("catalan", CatalanAnalyzer::new);
        all.put("cjk", CJKAnalyzer::new);
        all.put("cjk_t2s", () -> new SimplifyingAnalyzer(new CJKAnalyzer()));
        all.put("czech", CzechAnalyzer::new);
        all.put("danish", DanishAnalyzer::new);
        all.put("dutch", DutchAnalyzer::new);
        all.put("english", EnglishAnalyzer::new);
        all.put("estonian", EstonianAnalyzer::new);
        all.put("finnish", FinnishAnalyzer::new);
        all.put("folding", FoldingAnalyzer::new);
        all.put("french", FrenchAnalyzer::new);
        all.put("galician", GalicianAnalyzer::new);
        all.put("german", GermanAnalyzer::new);
        all.put("greek", GreekAnalyzer::new);
        all.put("hindi", HindiAnalyzer::new);
        all.put("hungarian", HungarianAnalyzer::new);
        all.put("indonesian", IndonesianAnalyzer::new);
        all.put("irish", IrishAnalyzer::new);
        all.put("italian", ItalianAnalyzer::new);
        all.put("japanese", JapaneseAnalyzer::new);
        all.put("keyword", KeywordAnalyzer::new);
        all.put("korean", KoreanAnalyzer::new);
        all.put("kuromoji", JapaneseAnalyzer::new);
        all.put("latvian", LatvianAnalyzer::new);
        all.put("lithuanian", LithuanianAnalyzer::new);
        all.put("nori", KoreanAnalyzer::new);
        all.put("norwegian", NorwegianAnalyzer::new);
        all.put("persian", PersianAnalyzer::new);
        all.put("portuguese", PortugueseAnalyzer::new);
        all.put("romanian", RomanianAnalyzer::new);
        all.put("russian", RussianAnalyzer::new);
        all.put("serbian", SerbianAnalyzer::new);
        all.put("simple", SimpleAnalyzer::new);
        all.put("smartcn", SmartChineseAnalyzer::new);
        all.put("smartcn_t2s", () -> new SimplifyingAnalyzer(new SmartChineseAnalyzer()));
        all.put("sorani", SoraniAnalyzer::new);
        all.put("spanish", SpanishAnalyzer::new);
        all.put("standard", StandardAnalyzer::new);
        all.put("stop", () -> new StopAnalyzer(EnglishAnalyzer.ENGLISH_STOP_WORDS_SET));
        all.put("swedish", SwedishAnalyzer::new);
        all.put("thai", ThaiAnalyzer::new);
        all.put("turkish", TurkishAnalyzer::new);
        all.put("whitespace", WhitespaceAnalyzer::new);
        return Collections.unmodifiableMap(all);
    }
}
