/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import java.util.Locale;
import java.util.Objects;

/**
 * A planned change of an index's generations.
 *
 * @param keepOld for {@link Kind#REBUILD}: whether the generation that was live until then stays
 * @param acceptFewer for {@link Kind#REBUILD}: whether readers may see a generation with far fewer documents
 * @param definition for {@link Kind#REBUILD}: the definition to build with, as {@link DefinitionText} writes it, for a process that
 *     does not have its file; otherwise empty
 * @param definitionHash hash of that definition; empty for the other kinds
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

    /** The kind of change. */
    public enum Kind {
        /** Builds a new generation beside the live one and puts it in its place. */
        REBUILD,
        /** Makes the newest old generation live again. */
        ROLL_BACK,
        /** Removes old generations. */
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

    /** Returns the same plan, which lets readers see far fewer documents. */
    public ChangePlan acceptingFewer() {
        return new ChangePlan(kind, keepOld, true, verification, definition, definitionHash);
    }

    /** Returns the command that continues this plan with the same result. It includes every option: an omitted one would be reset. */
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

    /** Returns whether both plans have the same goal, so that one continues where the other ended. */
    boolean continues(ChangePlan other) {
        return kind == other.kind && definitionHash.equals(other.definitionHash);
    }
}
