"""Tests the class for Kroki against declarations of the classes of Kroki and Vert.x that it uses."""
import shutil
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "kroki/Marble.java"
DECLARATIONS = {
    "io.kroki.server.action": ["""public class Commander {
      public byte[] execute(byte[] source, String... cmd)
        throws java.io.IOException, InterruptedException, IllegalStateException {
        Process process = new ProcessBuilder(cmd).redirectErrorStream(true).start();
        try (java.io.OutputStream input = process.getOutputStream()) { input.write(source); }
        byte[] output = process.getInputStream().readAllBytes();
        if (process.waitFor() != 0) throw new IllegalStateException(new String(output));
        return output;
      }
    }"""],
    "io.kroki.server.decode": [
        """public class DiagramSource {
          public static String decode(String encoded, boolean trim) throws io.kroki.server.error.DecodeException {
            return encoded;
          }
        }""",
        "public interface SourceDecoder { String decode(String text) throws io.kroki.server.error.DecodeException; }",
    ],
    "io.kroki.server.error": ["public class DecodeException extends Exception {}"],
    "io.kroki.server.format": ["public enum FileFormat { SVG, PNG }"],
    "io.vertx.core": [
        "public class Future<T> { public final T value; Future(T value) { this.value = value; } }",
        """public class Vertx {
          public <T> Future<T> executeBlocking(java.util.concurrent.Callable<T> code) {
            try { return new Future<>(code.call()); } catch (Exception error) { throw new RuntimeException(error); }
          }
        }""",
    ],
    "io.vertx.core.buffer": ["""public interface Buffer { static Buffer buffer(String text) {
      return new Buffer() { public String toString() { return text; } }; } }"""],
    "io.vertx.core.json": ["""public class JsonObject extends java.util.HashMap<String, String> {
      public String getString(String key) { return get(key); }
      public String getString(String key, String other) { return getOrDefault(key, other); }
    }"""],
    "io.kroki.server.service": [
        """public interface DiagramService {
          java.util.List<io.kroki.server.format.FileFormat> getSupportedFormats();
          io.kroki.server.decode.SourceDecoder getSourceDecoder();
          String getVersion();
          io.vertx.core.Future<io.vertx.core.buffer.Buffer> convert(
            String source, String name, io.kroki.server.format.FileFormat format,
            io.vertx.core.json.JsonObject options);
        }""",
        """public class Main {
          public static void main(String[] arguments) throws Exception {
            io.vertx.core.json.JsonObject options = new io.vertx.core.json.JsonObject();
            for (int i = 1; i + 1 < arguments.length; i += 2) options.put(arguments[i], arguments[i + 1]);
            Marble marble = new Marble(
              new io.vertx.core.Vertx(), new io.vertx.core.json.JsonObject(), new io.kroki.server.action.Commander());
            System.out.print(marble.convert(arguments[0], "marble", io.kroki.server.format.FileFormat.SVG, options).value);
          }
        }""",
    ],
}

pytestmark = pytest.mark.skipif(not shutil.which("javac"), reason="javac is not installed")


@pytest.fixture(scope="module")
def classes(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kroki")
    files = []
    for package, declarations in DECLARATIONS.items():
        for text in declarations:
            kind = "interface" if "public interface" in text.split("{")[0] else text.split()[1]
            name = text.split(kind, 1)[1].split()[0].split("<")[0]
            files.append(folder / package.replace(".", "/") / f"{name}.java")
            files[-1].parent.mkdir(parents=True, exist_ok=True)
            files[-1].write_text(f"package {package};\n{text}\n")
    subprocess.run(["javac", "-Xlint:all,-serial", "-Werror", "-d", folder / "classes", SOURCE, *files], check=True)
    return folder / "classes"


def run(classes, *arguments):
    return subprocess.run(["java", "-cp", classes, "io.kroki.server.service.Main", *arguments],
                          capture_output=True, text=True)


def test_picture(classes):
    result = run(classes, 'a = --["<svg xmlns="]--|\na == --["<svg xmlns="]--|\na\n', "theme", "light", "width", "400")
    assert result.stdout.startswith('<svg xmlns="http') and result.stdout.rstrip().endswith("</svg>"), result.stderr
    assert result.stdout.count("<svg ") == 1


@pytest.mark.parametrize("script, options, message", [
    ("x(", [], "error: expected `)`"), (":load /etc/passwd", [], "`--safe` does not allow it"),
    ("-1|", ["width", "1 -o x"], "the value of the option width is invalid"),
])
def test_error(classes, script, options, message):
    result = run(classes, script, *options)
    assert result.returncode != 0 and message in result.stderr and not result.stdout
