/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.sample;

import java.util.List;

/** The names of the lexicographers' files, by number, as lexnames(5WN) lists them: the domain of a synset. */
final class LexicographerFile {
    private static final List<String> NAMES = List.of(
            "adj.all",
            "adj.pert",
            "adv.all",
            "noun.Tops",
            "noun.act",
            "noun.animal",
            "noun.artifact",
            "noun.attribute",
            "noun.body",
            "noun.cognition",
            "noun.communication",
            "noun.event",
            "noun.feeling",
            "noun.food",
            "noun.group",
            "noun.location",
            "noun.motive",
            "noun.object",
            "noun.person",
            "noun.phenomenon",
            "noun.plant",
            "noun.possession",
            "noun.process",
            "noun.quantity",
            "noun.relation",
            "noun.shape",
            "noun.state",
            "noun.substance",
            "noun.time",
            "verb.body",
            "verb.change",
            "verb.cognition",
            "verb.communication",
            "verb.competition",
            "verb.consumption",
            "verb.contact",
            "verb.creation",
            "verb.emotion",
            "verb.motion",
            "verb.perception",
            "verb.possession",
            "verb.social",
            "verb.stative",
            "verb.weather",
            "adj.ppl");

    private LexicographerFile() {}

    /** @param number two decimal digits */
    static String name(String number) {
        return NAMES.get(Integer.parseInt(number));
    }
}
