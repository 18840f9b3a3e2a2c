/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers.yarn;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;

/** Runs a resource manager, a node manager and a job history server until it is ended. Containers are real processes. */
public final class MiniYarn {
    private MiniYarn() {}

    /** @param arguments the directory for everything; the clients' configuration is {@code conf} in it */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path directory = Path.of(arguments[0]);
        // Where Hadoop's test classes write.
        System.setProperty("test.build.data", directory.resolve("data").toString());
        MiniMRYarnCluster cluster = new MiniMRYarnCluster("hbase-search", 1);
        cluster.init(servers(directory));
        cluster.start();
        // Its containers would live on.
        Runtime.getRuntime().addShutdownHook(new Thread(cluster::stop, "stop"));
        write(clients(cluster.getConfig()), directory);
        System.out.println("The cluster is ready");
        new CountDownLatch(1).await();
    }

    private static Configuration servers(Path directory) {
        Configuration configuration = new Configuration();
        configuration.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        configuration.set(
                "yarn.app.mapreduce.am.staging-dir",
                directory.resolve("staging").toString());
        // Java 17 reserves much that it never uses, and a disk that others fill is none of ours.
        configuration.setBoolean("yarn.nodemanager.vmem-check-enabled", false);
        configuration.setBoolean("yarn.nodemanager.pmem-check-enabled", false);
        configuration.set("yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "100");
        return configuration;
    }

    private static Configuration clients(Configuration cluster) {
        Configuration configuration = new Configuration(cluster);
        // Else containers get the classpath of whoever submits the job. On a real cluster they have that of their node.
        configuration.setBoolean("yarn.is.minicluster", false);
        configuration.set(
                "mapreduce.application.classpath",
                System.getProperty("java.class.path").replace(File.pathSeparatorChar, ','));
        configuration.set("yarn.app.mapreduce.am.resource.mb", "512");
        configuration.set("yarn.app.mapreduce.am.command-opts", "-Xmx300m");
        configuration.set("mapreduce.map.memory.mb", "768");
        return configuration;
    }

    /** Hadoop reads all three, each over the one before it. */
    private static void write(Configuration clients, Path directory) throws IOException {
        Path conf = Files.createDirectories(directory.resolve("conf"));
        for (String file : new String[] {"core-site.xml", "mapred-site.xml", "yarn-site.xml"}) {
            try (OutputStream out = Files.newOutputStream(conf.resolve(file))) {
                clients.writeXml(out);
            }
        }
    }
}
