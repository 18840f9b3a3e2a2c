/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.containers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;

/** Runs where a Docker engine answers; elsewhere the tests are reported as skipped, with the reason. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresDocker.Condition.class)
public @interface RequiresDocker {
    /** Asks the engine once. */
    final class Condition implements ExecutionCondition {
        private static final String HINT =
                "start one, or let DOCKER_HOST name it (testing/containers/README.md has the ways)";

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (Engine.AVAILABLE) {
                return ConditionEvaluationResult.enabled("a Docker engine answers");
            }
            String reason = "no Docker engine answers: " + HINT;
            if (context.getParent()
                    .filter(parent -> parent.getParent().isEmpty())
                    .isPresent()) {
                // Build logs show no reasons of skipped tests.
                System.err.println("Skipped " + context.getDisplayName() + ": " + reason);
            }
            return ConditionEvaluationResult.disabled(reason);
        }

        private static final class Engine {
            static final boolean AVAILABLE = DockerClientFactory.instance().isDockerAvailable();
        }
    }
}
