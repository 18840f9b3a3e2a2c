/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search.several;

import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.search.PageCursors;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Joins the cursors of several indexes, each of which is signed, into one: in the order of the indexes, empty where an index begins, with
 * a mark for one that did not answer the first page. Stateless.
 */
final class SearchAllCursor {
    private static final String SEPARATOR = ".";
    private static final String MISSING = "~";

    private SearchAllCursor() {}

    /**
     * The place of one index.
     *
     * @param missing whether the index is left out of all pages, because it did not answer the first one
     * @param cursor empty if the index begins
     */
    record Place(boolean missing, Optional<String> cursor) {
        static Place at(Optional<String> cursor) {
            return new Place(false, cursor);
        }

        static Place left() {
            return new Place(true, Optional.empty());
        }

        private String text() {
            return missing ? MISSING : cursor.orElse("");
        }
    }

    static String write(List<Place> places) {
        return String.join(SEPARATOR, places.stream().map(Place::text).toList());
    }

    /** @throws ProblemException 400 if it is no cursor of this number of indexes */
    static List<Place> read(Optional<String> text, int indexes) {
        List<Place> places = new ArrayList<>();
        if (text.isEmpty()) {
            for (int i = 0; i < indexes; i++) {
                places.add(Place.at(Optional.empty()));
            }
            return places;
        }
        for (String part : text.get().split("\\.", -1)) {
            places.add(
                    part.equals(MISSING)
                            ? Place.left()
                            : Place.at(Optional.of(part).filter(cursor -> !cursor.isEmpty())));
        }
        if (places.size() != indexes
                || places.stream().allMatch(place -> place.cursor().isEmpty())) {
            throw PageCursors.refused(
                    "this is not a cursor of a search over " + indexes + " indexes",
                    "Pass 'next' of an answer for the same indexes unchanged, or start again without a cursor.");
        }
        return places;
    }
}
