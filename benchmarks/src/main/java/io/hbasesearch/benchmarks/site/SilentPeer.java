/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A peer like another but for its endpoint, which throws everything away ({@link SilentEndpoint}), and what that one was handed. For
 * one thread.
 */
public record SilentPeer(Peer peer, HandedOver handedOver) {
    private static final String ID = "silent";
    /** Its name only: what it extends is not on the class path of the measuring process. */
    static final String ENDPOINT = "io.hbasesearch.benchmarks.site.SilentEndpoint";

    /** Not added yet. @param file for the count */
    public static SilentPeer like(Peer model, Path file) throws IOException {
        return new SilentPeer(
                model.withEndpoint(ID, ENDPOINT, Map.of(HandedOver.FILE, file.toString())), HandedOver.in(file));
    }
}
