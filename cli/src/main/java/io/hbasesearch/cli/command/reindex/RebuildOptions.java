/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.reindex;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.run.ChangePlan;
import io.hbasesearch.indexer.reindex.run.Verification;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options of a rebuild. For the main thread. */
final class RebuildOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--rebuild",
            description =
                    "Build a new index next to the old one, from the current definition, and switch searches to it once it"
                            + " is complete. Searches see the old one or the new one, never a mixture.")
    private boolean rebuild;

    @Option(
            names = "--keep-old",
            description = "With --rebuild: keep the old index up to date, so that 'reindex rollback' can switch back.")
    private boolean keepOld;

    @Option(
            names = "--verify",
            paramLabel = "HOW",
            converter = How.class,
            description =
                    "With --rebuild: what to compare with the table before searches switch to the new index: full, sample (about"
                            + " 20,000 rows of all regions) or none (default: sample).")
    private @Nullable Verification verify;

    @Option(
            names = "--accept-fewer",
            description =
                    "With --rebuild: switch searches to the new index even if it has far fewer documents than the old one.")
    private boolean acceptFewer;

    static final class How implements ITypeConverter<Verification> {
        @Override
        public Verification convert(String text) {
            try {
                return Verification.valueOf(text.toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("'" + text + "' is not one of full, sample, none");
            }
        }
    }

    boolean isRebuild() {
        return rebuild;
    }

    boolean keepsOld() {
        return keepOld;
    }

    /** @throws ParameterException if an option conflicts with the others */
    void check(Selection selection) {
        if (rebuild && !selection.isAll()) {
            throw refused("--rebuild builds the whole index: omit --from, --to, --since, --until and --where");
        }
        if (!rebuild && keepOld) {
            throw refused("--keep-old is for --rebuild: in place there is only one index");
        }
        if (!rebuild && acceptFewer) {
            throw refused("--accept-fewer is for --rebuild: in place there is only one index");
        }
        if (!rebuild && verify != null) {
            throw refused("--verify is for --rebuild; to compare a live index: hbase-search verify");
        }
    }

    ChangePlan plan(IndexDefinition definition) {
        return ChangePlan.rebuild(keepOld, acceptFewer, verify == null ? Verification.STANDARD : verify, definition);
    }

    private ParameterException refused(String reason) {
        return new ParameterException(spec.commandLine(), reason);
    }
}
