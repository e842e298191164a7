package io.kroki.server.service;

import io.kroki.server.action.Commander;
import io.kroki.server.decode.DiagramSource;
import io.kroki.server.decode.SourceDecoder;
import io.kroki.server.error.DecodeException;
import io.kroki.server.format.FileFormat;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Draws marble diagrams with `rxrepl`, which must be in the image of Kroki:
 *
 * <pre>
 * # server/ops/docker/jdk21-noble/Dockerfile
 * COPY --from=rxrepl /usr/local/bin/rxrepl /usr/bin/rxrepl
 * ENV KROKI_MARBLE_BIN_PATH=/usr/bin/rxrepl
 *
 * // Server.java
 * registry.register(new Marble(vertx, config, commander), "marble");
 * </pre>
 *
 * A script cannot use files, and stops after 10 seconds of processor time. KROKI_COMMAND_TIMEOUT is shorter.
 */
public class Marble implements DiagramService {

  private static final List<FileFormat> SUPPORTED_FORMATS = Collections.singletonList(FileFormat.SVG);
  private static final Map<String, String> OPTIONS = Map.of(
    "theme", "auto|light|dark", "width", "[0-9]{1,6}", "scale", "[0-9]{1,6}", "inner-limit", "[0-9]{1,6}");
  private static final String BEGINNING = "<svg xmlns=";

  private final Vertx vertx;
  private final String binPath;
  private final SourceDecoder sourceDecoder;
  private final Commander commander;

  public Marble(Vertx vertx, JsonObject config, Commander commander) {
    this.vertx = vertx;
    this.binPath = config.getString("KROKI_MARBLE_BIN_PATH", "rxrepl");
    this.sourceDecoder = new SourceDecoder() {
      @Override
      public String decode(String encoded) throws DecodeException {
        // Whitespace at the beginning aligns the ticks of the first line.
        return DiagramSource.decode(encoded, false);
      }
    };
    this.commander = commander;
  }

  @Override
  public List<FileFormat> getSupportedFormats() {
    return SUPPORTED_FORMATS;
  }

  @Override
  public SourceDecoder getSourceDecoder() {
    return sourceDecoder;
  }

  @Override
  public String getVersion() {
    return "0.1.0";
  }

  @Override
  public Future<Buffer> convert(String sourceDecoded, String serviceName, FileFormat fileFormat, JsonObject options) {
    return vertx.executeBlocking(() -> {
      List<String> commands = new ArrayList<>(List.of(binPath, "--safe", "--format=svg", "--color=never"));
      OPTIONS.forEach((name, pattern) -> {
        String value = options.getString(name);
        if (value != null) {
          if (!value.matches(pattern)) {
            throw new IllegalStateException("the value of the option " + name + " is invalid");
          }
          commands.add("--" + name + "=" + value);
        }
      });
      commands.add("-");
      byte[] source = sourceDecoded.getBytes(StandardCharsets.UTF_8);
      String output = new String(commander.execute(source, commands.toArray(new String[0])), StandardCharsets.UTF_8);
      // The picture follows the messages, which may contain text of the script. In the picture, `<` is escaped.
      return Buffer.buffer(output.substring(output.lastIndexOf(BEGINNING)));
    });
  }
}
