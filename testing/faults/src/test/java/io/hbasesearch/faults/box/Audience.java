/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.box;

/** Who goes through relays of their own, so that a link can be broken for one and not for the others. */
public enum Audience {
    /** The endpoints in the RegionServers. */
    SINKS,
    INDEXERS,
    GATEWAYS
}
