/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.cli.output.Console;

/** Prints examples to copy. Stateless. */
final class Examples {
    private Examples() {}

    static void print(QuickstartSettings settings, Console console) {
        String page = settings.page();
        console.print(console.emphasized("Search page: " + page + "/"));
        console.print("  curl -G " + page + "/v1/indexes/wordnet/search --data-urlencode 'q=\"domestic animal\" -cat'");
        console.print("  curl -G " + page + "/v1/indexes/mail/search --data-urlencode 'q=预算审批'");
        console.print("  curl -G " + page + "/v1/indexes/mail/search --data-urlencode 'q=subject:invoice OR 发票'");
        console.info("HBase: ZooKeeper " + settings.zooKeeper() + "; Kafka: " + settings.bootstrapServers()
                + "; configuration: " + settings.layout().configFile());
        console.hint("In another terminal: " + new QuickstartCommands(settings).with("search mail 会议纪要")
                + ". Ctrl-C here stops everything, and so does kill "
                + ProcessHandle.current().pid() + ".");
    }
}
