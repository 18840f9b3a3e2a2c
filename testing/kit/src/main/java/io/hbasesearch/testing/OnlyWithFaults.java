/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** A test of outages that takes long: only the profile {@code faults} runs it, so that everybody's build stays short. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@DisabledIfSystemProperty(
        named = "hbasesearch.faults.skip",
        matches = "true",
        disabledReason = "it takes long: ./mvnw -Pfaults verify runs it")
public @interface OnlyWithFaults {}
