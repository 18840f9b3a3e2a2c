/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.Objects;

/** One physical index of those that an index has had, and what it is to readers now. */
public record IndexGeneration(IndexMetadata metadata, State state) {
    public IndexGeneration {
        Objects.requireNonNull(metadata, "metadata");
        Objects.requireNonNull(state, "state");
    }

    /** As users name it: the physical index. */
    public String name() {
        return metadata.physicalName();
    }

    public enum State {
        /** Readers see it, and no other. */
        LIVE,
        /** Nobody has seen it yet. */
        BUILDING,
        /** It was live until another took its place, and can take it back. */
        OLD
    }
}
