/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.util.Objects;

/**
 * A user of an {@link ElasticsearchServer}, with a role of the same name. Immutable.
 *
 * @param role what it may do, as {@code roles.yml} has it, on one line: {@code {cluster: [monitor]}}
 */
public record ElasticsearchUser(String name, String password, String role) {
    public ElasticsearchUser {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(password, "password");
        Objects.requireNonNull(role, "role");
    }

    @Override
    public String toString() {
        return "ElasticsearchUser[" + name + "]";
    }
}
