/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.document;

/** A document that the index will never accept. The message names the field, never the value. */
public final class RejectedDocumentException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String FIRST_VALUE_IN_LUCENES_MESSAGE = " The prefix of the first";

    RejectedDocumentException(String message) {
        super(message, null, false, false);
    }

    /** Returns Lucene's message for a document that it could not index, without the quoted value. */
    public static String describe(RuntimeException e) {
        String message = String.valueOf(e.getMessage());
        int value = message.indexOf(FIRST_VALUE_IN_LUCENES_MESSAGE);
        boolean speaksOfTerms = value >= 0;
        return "the index rejects the document: "
                + (speaksOfTerms ? message.substring(0, value) : e.getClass().getSimpleName());
    }
}
