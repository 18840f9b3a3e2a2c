/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * The main class of a process that must not outlive the measurement which started it: runs another main, and ends when its
 * standard input does. That is a pipe from the measuring JVM, which the system closes however that one ends, by SIGKILL too.
 */
public final class Tethered {
    /** What a shell makes of SIGTERM. */
    private static final int CUT = 143;

    private Tethered() {}

    /** @param arguments the main class, and what it is to be given */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        Thread tether = new Thread(Tethered::awaitEnd, "tether");
        tether.setDaemon(true);
        tether.start();
        try {
            Class.forName(arguments[0]).getMethod("main", String[].class).invoke(null, (Object)
                    Arrays.copyOfRange(arguments, 1, arguments.length));
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(arguments[0] + " failed", e.getCause());
        }
    }

    private static void awaitEnd() {
        try {
            while (System.in.read() >= 0) {
                // Nobody writes anything.
            }
        } catch (IOException e) {
            // As good as its end.
        }
        // Whoever would look at an orderly end is gone.
        Runtime.getRuntime().halt(CUT);
    }
}
