/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.containers.RequiresDocker;

/** What a broker deletes and when, by a container of Kafka. */
@RequiresDocker
class TopicBacklogsContractIT extends TopicBacklogsIT {}
