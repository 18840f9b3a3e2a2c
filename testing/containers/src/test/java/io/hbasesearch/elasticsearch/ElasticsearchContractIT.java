/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.containers.RequiresDocker;

/** Every contract of a backend, against a container of Elasticsearch. */
@RequiresDocker
class ElasticsearchContractIT extends ElasticsearchBackendIT {}
