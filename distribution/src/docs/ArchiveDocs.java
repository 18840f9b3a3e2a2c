/* SPDX-License-Identifier: Apache-2.0 */
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Copies the repository's documentation for the archive, each file where it stands in the repository, so that links hold. What a link
 * leads to may be a source, which the archive does not have: then its text stays, and no link. The launcher is {@code bin/hbase-search}
 * there. Run by the build as {@code java ArchiveDocs.java REPOSITORY TARGET}; {@code DistributionDocsTest} runs it, too.
 *
 * <p>Operators keep configuration in a clone, with secrets: of the directories where they may, only what {@code shipped} names is taken.
 */
public final class ArchiveDocs {
    private static final List<String> TEXTS = List.of(
            "{README,README.zh-CN,CONTRIBUTING,CHANGELOG,SECURITY,CODE_OF_CONDUCT}.md",
            "*/README.md",
            "{index-backends,testing}/*/README.md",
            "query-gateway/TESTS.md",
            "docker-compose.yml",
            "event/src/main/proto/**");

    /** Beside texts, what they show: samples, units, alerts, containers. */
    private static final Path SHIPPED = Path.of("distribution/src/docs/shipped");

    /** Where a clone is used, it says where the servers are, with passwords: the one of the release stands elsewhere. */
    private static final Path CONFIGURATION = Path.of("config/hbase-search.yaml");

    private static final Path CONFIGURATION_SHIPPED = Path.of("distribution/src").resolve(CONFIGURATION);

    private static final Pattern LINK = Pattern.compile("\\[([^\\]]+)\\]\\(([^)\\s]+)\\)");

    private ArchiveDocs() {}

    public static void main(String[] arguments) throws IOException {
        Path repository = Path.of(arguments[0]).toRealPath();
        Path target = Path.of(arguments[1]).toAbsolutePath();
        List<Path> files = files(repository);
        for (Path file : files) {
            Path source = repository.resolve(file.equals(CONFIGURATION) ? CONFIGURATION_SHIPPED : file);
            Path copy = target.resolve(file.toString());
            Files.createDirectories(copy.getParent());
            if (file.toString().endsWith(".md")) {
                Files.writeString(copy, text(Files.readString(source), file, files));
            } else {
                Files.write(copy, Files.readAllBytes(source));
            }
        }
    }

    private static List<PathMatcher> taken(Path repository) throws IOException {
        Stream<String> shipped =
                Files.readAllLines(repository.resolve(SHIPPED)).stream().filter(line -> !line.startsWith("#"));
        return Stream.concat(TEXTS.stream(), shipped)
                .map(glob -> FileSystems.getDefault().getPathMatcher("glob:" + glob))
                .toList();
    }

    private static List<Path> files(Path repository) throws IOException {
        List<PathMatcher> taken = taken(repository);
        // Not looked for: an image is built without the one of this machine.
        List<Path> files = new ArrayList<>(List.of(CONFIGURATION));
        Files.walkFileTree(repository, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return isLeftOut(repository, directory) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            /** What may not be read is not the project's: it is taken only if it is named. */
            @Override
            public FileVisitResult visitFileFailed(Path unread, IOException failure) throws IOException {
                Path file = repository.relativize(unread);
                if (taken.stream().anyMatch(each -> each.matches(file))) {
                    throw failure;
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path found, BasicFileAttributes attributes) {
                Path file = repository.relativize(found);
                boolean isTaken = taken.stream().anyMatch(glob -> glob.matches(file)) && !file.equals(CONFIGURATION);
                if (attributes.isRegularFile() && isTaken) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        files.sort(null);
        return files;
    }

    /**
     * What builds and editors leave behind is no documentation, and neither is what tools keep at the top: history, and servers whose
     * files may go away while a test looks.
     */
    private static boolean isLeftOut(Path repository, Path directory) {
        String name = String.valueOf(directory.getFileName());
        boolean isOfTools = repository.equals(directory.getParent()) && name.startsWith(".");
        return isOfTools || name.equals("target") || name.equals("node_modules");
    }

    private static String text(String text, Path file, List<Path> files) {
        return LINK.matcher(text.replace("./hbase-search", "bin/hbase-search"))
                .replaceAll(link -> Matcher.quoteReplacement(leads(link, file, files) ? link.group() : link.group(1)));
    }

    private static boolean leads(MatchResult link, Path file, List<Path> files) {
        String address = link.group(2);
        if (address.startsWith("#") || address.contains("://") || address.startsWith("mailto:")) {
            return true;
        }
        Path aim = file.resolveSibling(address.replaceFirst("#.*", "")).normalize();
        return files.stream().anyMatch(known -> known.startsWith(aim));
    }
}
