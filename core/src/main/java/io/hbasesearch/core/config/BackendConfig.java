/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.util.Objects;

/** The backend in use, and how to reach both kinds. */
public record BackendConfig(Kind backend, ElasticsearchConfig elasticsearch, LuceneConfig lucene) {
    public BackendConfig {
        Objects.requireNonNull(backend, "backend");
        Objects.requireNonNull(elasticsearch, "elasticsearch");
        Objects.requireNonNull(lucene, "lucene");
    }

    public enum Kind {
        LUCENE,
        ELASTICSEARCH
    }
}
