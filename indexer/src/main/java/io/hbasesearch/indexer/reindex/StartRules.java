/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;

/** What may begin while something else is unfinished. Stateless. */
final class StartRules {
    private StartRules() {}

    /** Whether a task makes an unfinished run pointless that nobody holds: a new generation has all rows anyway. */
    static boolean supersedes(Task task, RunState run) {
        return run.change().isEmpty()
                && task.change()
                        .filter(plan -> plan.kind() == ChangePlan.Kind.REBUILD)
                        .isPresent();
    }

    /** @throws HBaseSearchException ALREADY_EXISTS if the run is not one that the task goes on with */
    static void requireSame(String index, RunState run, Task task) {
        if (run.change().isEmpty() && task.change().isEmpty()) {
            if (!run.selection().equals(task.selection())) {
                throw refused(
                        index, "an unfinished reindex of other rows", "Give the options that it was started with");
            }
            return;
        }
        if (run.change().isEmpty()) {
            throw refused(index, "an unfinished reindex", "Give the options that it was started with");
        }
        ChangePlan begun = run.change().get().plan();
        if (task.change().filter(begun::continues).isPresent()) {
            return;
        }
        boolean sameKind =
                task.change().filter(plan -> plan.kind() == begun.kind()).isPresent();
        throw refused(
                index,
                sameKind ? "an unfinished rebuild by another definition" : "an unfinished " + words(begun.kind()),
                sameKind ? "Take the change of the definition back" : "Run " + begun.command(index));
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
                        + " to go on, or end it: hbase-search reindex cancel " + index,
                null);
    }
}
