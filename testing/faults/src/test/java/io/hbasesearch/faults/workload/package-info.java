/* SPDX-License-Identifier: Apache-2.0 */
/** The changes to a table that run while faults fire: seeded, of every kind that HBase knows, and repeatable. */
package io.hbasesearch.faults.workload;
