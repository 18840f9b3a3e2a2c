/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

/** Reports a value or bytes without the declared form. The message names the rule and never the value. */
public final class UnfitValueException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public UnfitValueException(String rule) {
        super(rule);
    }

    public UnfitValueException(String rule, Throwable cause) {
        super(rule, cause);
    }

    /** Returns this exception with the name of a part. */
    public UnfitValueException in(String part) {
        return new UnfitValueException(part + " " + getMessage(), this);
    }
}
