/* SPDX-License-Identifier: Apache-2.0 */
/** A small typed client of the query gateway: {@link io.hbasesearch.client.GatewayClient}. Depends on Jackson alone. */
package io.hbasesearch.client;
