/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import java.util.LinkedHashMap;
import java.util.Map;

/** Formats progress as JSON, for programs. */
record JsonLine(String task) implements LineProgress.Line {
    @Override
    public String of(long done, long total, int percent, long perSecond, long secondsRemaining, String note) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("type", "progress");
        line.put("task", task);
        line.put("done", done);
        line.put("per_second", perSecond);
        if (total >= 0) {
            line.put("total", total);
            line.put("percent_done", percent);
            if (secondsRemaining >= 0) {
                line.put("seconds_remaining", secondsRemaining);
            }
        }
        if (!note.isEmpty()) {
            line.put("note", note);
        }
        return Json.line(line);
    }
}
