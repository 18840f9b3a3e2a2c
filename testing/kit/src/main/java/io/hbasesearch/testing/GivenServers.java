/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import java.net.URI;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Servers that run already, for tests that would start their own: {@code testing/containers} brings some, so that the same tests
 * run against container images. Found by {@link ServiceLoader}. Whoever provides them stops them.
 */
public interface GivenServers {
    /** The HTTP address of an Elasticsearch without security, without a path. Started at the first call. */
    URI elasticsearch();

    /** Bootstrap servers of Kafka. Started at the first call. */
    String kafka();

    /** Empty where tests start servers of their own, as they do but in {@code testing/containers}. */
    static Optional<GivenServers> find() {
        return ServiceLoader.load(GivenServers.class).findFirst();
    }
}
