/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.site;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Where to look for processes of this program. Immutable.
 *
 * @param named whether the user has given the addresses; else they are the defaults from the configuration
 * @param apiKey the key to send to them
 */
public record Processes(List<URI> addresses, boolean named, Optional<String> apiKey) {
    public Processes {
        addresses = List.copyOf(addresses);
        Objects.requireNonNull(apiKey, "apiKey");
    }
}
