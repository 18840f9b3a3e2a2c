/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.Optional;

/** Decides what may start while something else is unfinished. Stateless. */
final class StartRules {
    private StartRules() {}

    /**
     * Returns whether a task makes an unfinished run without an owner obsolete: a new generation has all rows anyway. So does a
     * rebuild replace a rebuild by another definition that has not created its generation: that definition may have been corrected
     * after a failure.
     */
    static boolean supersedes(Task task, RunState run) {
        Optional<ChangePlan> rebuild = task.change().filter(plan -> plan.kind() == ChangePlan.Kind.REBUILD);
        return rebuild.isPresent()
                && (run.job().change().isEmpty()
                        || isNotBegun(run.job().change().get(), rebuild.get()));
    }

    private static boolean isNotBegun(GenerationChange change, ChangePlan other) {
        return change.plan().kind() == ChangePlan.Kind.REBUILD
                && change.target().isEmpty()
                && !change.plan().continues(other);
    }

    /** @throws HBaseSearchException ALREADY_EXISTS if the task does not continue the run */
    static void requireSame(String index, RunState run, Task task) {
        if (run.job().change().isEmpty() && task.change().isEmpty()) {
            if (!run.job().selection().equals(task.selection())) {
                throw refused(
                        index, "an unfinished reindex of other rows", "Give the options that it was started with");
            }
            return;
        }
        if (run.job().change().isEmpty()) {
            throw refused(index, "an unfinished reindex", "Give the options that it was started with");
        }
        ChangePlan begun = run.job().change().get().plan();
        if (task.change().filter(begun::continues).isPresent()) {
            return;
        }
        boolean sameKind =
                task.change().filter(plan -> plan.kind() == begun.kind()).isPresent();
        throw refused(
                index,
                sameKind ? "an unfinished rebuild by another definition" : "an unfinished " + words(begun.kind()),
                sameKind ? "Revert the change of the definition" : "Run " + begun.command(index));
    }

    private static String words(ChangePlan.Kind kind) {
        return switch (kind) {
            case REBUILD -> "rebuild";
            case ROLL_BACK -> "rollback";
            case DROP_OLD -> "removal of old generations";
        };
    }

    private static HBaseSearchException refused(String index, String unfinished, String goOn) {
        return new HBaseSearchException(
                ErrorCode.ALREADY_EXISTS,
                "index " + index + " has " + unfinished,
                "See it: hbase-search reindex status " + index + ". " + goOn
                        + " to continue, or cancel it: hbase-search reindex cancel " + index,
                null);
    }
}
