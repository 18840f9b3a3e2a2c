/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;

/**
 * Loads a topic into an index whenever its standard input says so, and ends with it. A line is {@code TOPIC INDEX BATCH TASKS
 * BYTES}, with the bytes of a document; the answer is {@code done}, or {@code failed} with the reason. Arguments: Kafka's servers,
 * Elasticsearch's URI and its version, and a directory for checkpoints.
 */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream answers = System.out;
        // Answers stand there alone.
        System.setOut(System.err);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        try (FrontDoor door = new FrontDoor(URI.create(arguments[1]), arguments[2]);
                TopicLoader loader = new TopicLoader(arguments[0], new Target(door.port()), Path.of(arguments[3]))) {
            answers.println("ready");
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                answers.println(load(loader, line.split(" ")));
            }
        }
    }

    private static String load(TopicLoader loader, String[] command) {
        try {
            loader.load(
                    command[0],
                    command[1],
                    Integer.parseInt(command[2]),
                    Integer.parseInt(command[3]),
                    Integer.parseInt(command[4]));
            return "done";
        } catch (Exception e) {
            // Into the log of this process, where the one who measures looks for the cause of the line below.
            e.printStackTrace();
            return "failed " + String.valueOf(e.getMessage()).replace('\n', ' ');
        }
    }
}
