/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much of its heap a process has used, as its virtual machine logged it at each collection.
 *
 * @param collections how many there were
 * @param highestMegabytes in use before one, garbage included
 * @param highestLiveMegabytes in use after a full one: what cannot be thrown away. 0 if the heap had so much room that none was needed
 */
public record HeapUse(int collections, long highestMegabytes, long highestLiveMegabytes) {
    private static final Pattern COLLECTION = Pattern.compile("Pause (\\w+) .*?(\\d+)M->(\\d+)M\\(\\d+M\\)");

    /** Of the process with this log. */
    public static HeapUse of(Path log) throws IOException {
        int collections = 0;
        long highest = 0;
        long live = 0;
        for (String line : Files.readAllLines(collections(log))) {
            Matcher collection = COLLECTION.matcher(line);
            if (collection.find()) {
                collections++;
                highest = Math.max(highest, Long.parseLong(collection.group(2)));
                if (collection.group(1).equals("Full")) {
                    live = Math.max(live, Long.parseLong(collection.group(3)));
                }
            }
        }
        return new HeapUse(collections, highest, live);
    }

    static Path collections(Path log) {
        return log.resolveSibling(log.getFileName() + ".gc");
    }
}
