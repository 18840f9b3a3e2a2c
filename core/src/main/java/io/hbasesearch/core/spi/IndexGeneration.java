/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.Objects;

/** One physical index of an index, with its present state for readers. */
public record IndexGeneration(IndexMetadata metadata, State state) {
    public IndexGeneration {
        Objects.requireNonNull(metadata, "metadata");
        Objects.requireNonNull(state, "state");
    }

    /** The name of the physical index, as users know it. */
    public String name() {
        return metadata.physicalName();
    }

    public enum State {
        /** Readers see only this generation. */
        LIVE,
        /** No reader has seen it yet. */
        BUILDING,
        /** It was live until another generation replaced it, and can become live again. */
        OLD
    }
}
