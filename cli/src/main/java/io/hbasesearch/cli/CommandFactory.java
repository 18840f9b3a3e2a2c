/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import io.hbasesearch.cli.session.Session;
import java.lang.reflect.Constructor;
import java.util.Objects;
import picocli.CommandLine;

/** Creates commands, and passes the session to constructors that take it. */
final class CommandFactory implements CommandLine.IFactory {
    private final Session session;

    CommandFactory(Session session) {
        this.session = Objects.requireNonNull(session, "session");
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0] == Session.class) {
                // Verbs are package-private: only picocli creates them.
                constructor.setAccessible(true);
                return type.cast(constructor.newInstance(session));
            }
        }
        return CommandLine.defaultFactory().create(type);
    }
}
