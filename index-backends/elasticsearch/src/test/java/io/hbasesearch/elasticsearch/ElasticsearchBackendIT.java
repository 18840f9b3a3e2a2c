/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.core.spi.QueryMatcher;
import io.hbasesearch.lucene.search.LuceneQueryMatcher;
import io.hbasesearch.testing.AdminContract;
import io.hbasesearch.testing.AnalyzerContract;
import io.hbasesearch.testing.BackPressureContract;
import io.hbasesearch.testing.BackendHarness;
import io.hbasesearch.testing.BucketsContract;
import io.hbasesearch.testing.CellsContract;
import io.hbasesearch.testing.DigestContract;
import io.hbasesearch.testing.FacetContract;
import io.hbasesearch.testing.GenerationContract;
import io.hbasesearch.testing.GeoContract;
import io.hbasesearch.testing.GoldenQueryContract;
import io.hbasesearch.testing.MatcherContract;
import io.hbasesearch.testing.MetricsContract;
import io.hbasesearch.testing.PurgeContract;
import io.hbasesearch.testing.ScanContract;
import io.hbasesearch.testing.SearcherContract;
import io.hbasesearch.testing.SeveralValuesContract;
import io.hbasesearch.testing.SortContract;
import io.hbasesearch.testing.SwapContract;
import io.hbasesearch.testing.VersionContract;
import io.hbasesearch.testing.WriterContract;
import io.hbasesearch.testing.query.ExtremeValuesContract;
import io.hbasesearch.testing.query.FoldedSynonymContract;
import io.hbasesearch.testing.query.RandomQueryContract;
import io.hbasesearch.testing.query.RankingContract;
import io.hbasesearch.testing.query.ScoreFunctionContract;
import io.hbasesearch.testing.query.StemmedPrefixContract;
import io.hbasesearch.testing.query.SuggestionContract;
import io.hbasesearch.testing.query.SynonymContract;
import io.hbasesearch.testing.query.TransformedValuesContract;
import io.hbasesearch.testing.query.TypedPhraseContract;
import io.hbasesearch.testing.query.TypedWordsContract;
import io.hbasesearch.testing.query.TypingContract;
import io.hbasesearch.testing.query.TypistContract;
import io.hbasesearch.testing.query.WholeValueContract;
import io.hbasesearch.testing.query.WordsAsWrittenContract;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

/** What every backend must do, on a real Elasticsearch. */
@ExtendWith(SharedServer.class)
class ElasticsearchBackendIT {
    private static BackendHarness newHarness() {
        return new ElasticsearchHarness(SharedServer.uri());
    }

    @Nested
    class Analysis extends AnalyzerContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }

        @Override
        protected QueryMatcher matcher() {
            return new LuceneQueryMatcher();
        }

        @Override
        protected List<String> expected() {
            return List.of("cjk", "cjk_t2s", "standard", "folding", "english", "turkish", "greek");
        }
    }

    @Nested
    class WordsAsWritten extends WordsAsWrittenContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }

        @Override
        protected QueryMatcher matcher() {
            return new LuceneQueryMatcher();
        }
    }

    @Nested
    class Admin extends AdminContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class Versions extends VersionContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class Writing extends WriterContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class Purging extends PurgeContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class BackPressure extends BackPressureContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class Searching extends SearcherContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class Scanning extends ScanContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class ExtremeValues extends ExtremeValuesContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class SeveralValues extends SeveralValuesContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class Buckets extends BucketsContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class Cells extends CellsContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class Digests extends DigestContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class Queries extends GoldenQueryContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class RandomOnes extends RandomQueryContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class StemmedPrefixes extends StemmedPrefixContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class TypedWords extends TypedWordsContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class Typist extends TypistContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class Rankings extends RankingContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class Typing extends TypingContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }

        @Override
        protected QueryMatcher matcher() {
            return new LuceneQueryMatcher();
        }
    }

    @Nested
    class WithSynonyms extends SynonymContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class WithFoldedSynonyms extends FoldedSynonymContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class TypedPhrases extends TypedPhraseContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class ScoreFunctions extends ScoreFunctionContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class WholeValues extends WholeValueContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class Generations extends GenerationContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class Swaps extends SwapContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class Sorting extends SortContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class Metrics extends MetricsContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class TransformedValues extends TransformedValuesContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class SuggestionsInAnyCase extends SuggestionContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class Facets extends FacetContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }
    }

    @Nested
    class Geo extends GeoContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }

        @Override
        protected QueryMatcher matcher() {
            return new LuceneQueryMatcher();
        }
    }

    @Nested
    class Matching extends MatcherContract {
        @Override
        protected BackendHarness openHarness() {
            return newHarness();
        }

        @Override
        protected QueryMatcher matcher() {
            return new LuceneQueryMatcher();
        }
    }
}
