/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.definition.DefinitionText;
import io.hbasesearch.core.definition.IndexDefinition;
import java.util.Locale;
import java.util.Objects;

/**
 * What is to become of an index's generations.
 *
 * @param keepOld for {@link Kind#REBUILD}: whether the generation that was live until then stays
 * @param acceptFewer for {@link Kind#REBUILD}: whether readers may see a generation with far fewer documents
 * @param definition for {@link Kind#REBUILD}: the definition to build by, as {@link DefinitionText} writes it, for a process that
 *     has not its file; else empty
 * @param definitionHash of that definition; empty for the other kinds
 */
public record ChangePlan(
        Kind kind,
        boolean keepOld,
        boolean acceptFewer,
        Verification verification,
        String definition,
        String definitionHash) {
    public ChangePlan {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(verification, "verification");
        Objects.requireNonNull(definition, "definition");
        Objects.requireNonNull(definitionHash, "definitionHash");
    }

    /** What is done. */
    public enum Kind {
        /** A new generation is built beside the live one, and takes its place. */
        REBUILD,
        /** The newest old generation takes its place back. */
        ROLL_BACK,
        /** Old generations are removed. */
        DROP_OLD
    }

    public static ChangePlan rebuild(
            boolean keepOld, boolean acceptFewer, Verification verification, IndexDefinition definition) {
        return new ChangePlan(
                Kind.REBUILD, keepOld, acceptFewer, verification, DefinitionText.write(definition), definition.hash());
    }

    public static ChangePlan rollBack() {
        return new ChangePlan(Kind.ROLL_BACK, true, true, Verification.NONE, "", "");
    }

    public static ChangePlan dropOld() {
        return new ChangePlan(Kind.DROP_OLD, false, true, Verification.NONE, "", "");
    }

    /** The same, and readers may see far fewer documents. */
    public ChangePlan acceptingFewer() {
        return new ChangePlan(kind, keepOld, true, verification, definition, definitionHash);
    }

    /** The command that goes on with it, to the same end: what is left out of it would be taken back. */
    public String command(String index) {
        return switch (kind) {
            case REBUILD -> "hbase-search reindex " + index + " --rebuild" + options();
            case ROLL_BACK -> "hbase-search reindex rollback " + index;
            case DROP_OLD -> "hbase-search reindex drop-old " + index;
        };
    }

    private String options() {
        String how = verification == Verification.STANDARD
                ? ""
                : " --verify " + verification.name().toLowerCase(Locale.ROOT);
        return (keepOld ? " --keep-old" : "") + how + (acceptFewer ? " --accept-fewer" : "");
    }

    /** Whether both are about the same end, so that one goes on where the other ended. */
    boolean continues(ChangePlan other) {
        return kind == other.kind && definitionHash.equals(other.definitionHash);
    }
}
