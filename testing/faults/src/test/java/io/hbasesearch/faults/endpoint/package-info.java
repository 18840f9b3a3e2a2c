/* SPDX-License-Identifier: Apache-2.0 */
/** The replication endpoint alone under stress: real RegionServers, a real Kafka, and neither index nor indexer. */
package io.hbasesearch.faults.endpoint;
