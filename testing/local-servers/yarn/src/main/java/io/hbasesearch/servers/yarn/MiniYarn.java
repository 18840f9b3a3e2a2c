/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers.yarn;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;

/** Runs a resource manager, a node manager and a job history server until it is killed. Containers are real processes. */
public final class MiniYarn {
    private MiniYarn() {}

    /** @param arguments the directory for everything; the clients' configuration is {@code cluster.xml} in it */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path directory = Path.of(arguments[0]);
        Configuration configuration = new Configuration();
        configuration.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        configuration.set(
                "yarn.app.mapreduce.am.staging-dir",
                directory.resolve("staging").toString());
        // Java 17 reserves much that it never uses, and a disk that others fill is none of ours.
        configuration.setBoolean("yarn.nodemanager.vmem-check-enabled", false);
        configuration.setBoolean("yarn.nodemanager.pmem-check-enabled", false);
        configuration.set("yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "100");
        MiniMRYarnCluster cluster = new MiniMRYarnCluster("hbase-search", 1);
        cluster.init(configuration);
        cluster.start();
        Path unfinished = directory.resolve("cluster.xml.new");
        try (OutputStream out = Files.newOutputStream(unfinished)) {
            cluster.getConfig().writeXml(out);
        }
        Files.move(unfinished, directory.resolve("cluster.xml"), StandardCopyOption.REPLACE_EXISTING);
        System.out.println("The cluster is ready");
        new CountDownLatch(1).await();
    }
}
