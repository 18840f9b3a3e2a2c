/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

/** A value or bytes that do not have the declared form. The message names the rule and never the value. */
public final class UnfitValueException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public UnfitValueException(String rule) {
        super(rule);
    }

    public UnfitValueException(String rule, Throwable cause) {
        super(rule, cause);
    }

    /** The same about a named part. */
    public UnfitValueException in(String part) {
        return new UnfitValueException(part + " " + getMessage(), this);
    }
}
