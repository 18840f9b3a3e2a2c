/* SPDX-License-Identifier: Apache-2.0 */
/** Reads and checks the configuration of a peer, and finds the topic of each table. */
package io.hbasesearch.replication.settings;
