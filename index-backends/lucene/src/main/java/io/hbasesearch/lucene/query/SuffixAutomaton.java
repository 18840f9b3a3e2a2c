/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.apache.lucene.util.automaton.Operations;

/**
 * Builds the automaton of all terms with a common end. Its states count the bytes of the end that were read last (Knuth, Morris and Pratt),
 * so it is deterministic, and long ends need no more work than their length.
 */
final class SuffixAutomaton {
    private static final int BYTES = 256;

    private SuffixAutomaton() {}

    static CompiledAutomaton of(String end) {
        byte[] bytes = end.getBytes(UTF_8);
        Automaton automaton = new Automaton();
        for (int state = 0; state <= bytes.length; state++) {
            automaton.createState();
        }
        automaton.setAccept(bytes.length, true);
        int[][] next = new int[bytes.length + 1][];
        int border = 0;
        for (int state = 0; state <= bytes.length; state++) {
            next[state] = state == 0 ? new int[BYTES] : next[border].clone();
            if (state < bytes.length) {
                int read = Byte.toUnsignedInt(bytes[state]);
                next[state][read] = state + 1;
                border = state == 0 ? 0 : next[border][read];
            }
            addTransitions(automaton, state, next[state]);
        }
        automaton.finishState();
        return new CompiledAutomaton(automaton, false, true, Operations.DEFAULT_DETERMINIZE_WORK_LIMIT, true);
    }

    /** Adds one transition for all neighbouring bytes that lead to the same state. */
    private static void addTransitions(Automaton automaton, int state, int[] next) {
        int first = 0;
        for (int read = 1; read <= BYTES; read++) {
            if (read == BYTES || next[read] != next[first]) {
                automaton.addTransition(state, next[first], first, read - 1);
                first = read;
            }
        }
    }
}
