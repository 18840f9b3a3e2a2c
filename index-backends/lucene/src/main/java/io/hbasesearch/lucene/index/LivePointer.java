/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The content of the file that names the live generation: its name in the first line, and one formerly live generation in each
 * further line. Immutable; the file is replaced as a whole, so both change in one step.
 */
record LivePointer(String live, Set<String> old) {
    LivePointer {
        old = Set.copyOf(old);
    }

    static LivePointer decode(String text) {
        List<String> names =
                text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        return names.isEmpty()
                ? new LivePointer("", Set.of())
                : new LivePointer(names.get(0), Set.copyOf(names.subList(1, names.size())));
    }

    String encode() {
        StringBuilder text = new StringBuilder(live).append('\n');
        old.stream().sorted().forEach(name -> text.append(name).append('\n'));
        return text.toString();
    }

    LivePointer moveTo(String next) {
        Set<String> before = new LinkedHashSet<>(old);
        before.add(live);
        before.remove(next);
        return new LivePointer(next, before);
    }

    LivePointer without(String dropped) {
        Set<String> left = new LinkedHashSet<>(old);
        left.remove(dropped);
        return new LivePointer(live, left);
    }
}
