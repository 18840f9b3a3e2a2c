/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

/** Formats progress for people who read a log. */
record TextLine(String task, String unit) implements LineProgress.Line {
    @Override
    public String of(long done, long total, int percent, long perSecond, long secondsRemaining, String note) {
        if (total < 0) {
            return "%s: %,d %s, %,d %s/s%s"
                    .formatted(task, done, unit, perSecond, unit, note.isEmpty() ? "" : ", " + note);
        }
        return "%s: %d %%, %,d of %,d %s, %,d %s/s%s%s"
                .formatted(
                        task,
                        percent,
                        done,
                        total,
                        unit,
                        perSecond,
                        unit,
                        percent == 100 || secondsRemaining < 0 ? "" : ", about " + secondsRemaining + " s left",
                        note.isEmpty() ? "" : ", " + note);
    }
}
