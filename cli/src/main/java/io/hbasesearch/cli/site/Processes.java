/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.site;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Where processes of this program are looked for. Immutable.
 *
 * @param named whether somebody has said that they are there; else the configuration says where they would be
 * @param apiKey that they are given
 */
public record Processes(List<URI> addresses, boolean named, Optional<String> apiKey) {
    public Processes {
        addresses = List.copyOf(addresses);
        Objects.requireNonNull(apiKey, "apiKey");
    }
}
