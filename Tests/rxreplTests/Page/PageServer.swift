import Foundation

/// A running `rxrepl serve`.
final class PageServer {
  private let process = Process()
  /// The address that was printed.
  let address: String
  let port: Int
  let token: String

  /// - Parameter programs: A folder with programs that are found before those of the system.
  init(_ arguments: [String] = [], in folder: String = NSTemporaryDirectory(), programs: String? = nil) throws {
    if let programs { process.environment = ["PATH": programs + ":/usr/bin:/bin"] }
    process.executableURL = URL(fileURLWithPath: try Program.path)
    process.arguments = ["serve"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var text = ""
    while !text.hasSuffix("\n") {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      text += String(decoding: more, as: UTF8.self)
    }
    address = String(text.dropLast())
    let match = try /^http:\/\/127\.0\.0\.1:([0-9]+)\/#t=([0-9a-f]{32})\n$/.wholeMatch(in: text)
    port = match.flatMap { Int($0.1) } ?? 0
    token = match.map { String($0.2) } ?? ""
  }

  deinit { _ = try? stop(SIGKILL) }

  /// Ends the program with a signal.
  func stop(_ signal: Int32) throws -> Int32 {
    if process.isRunning { kill(process.processIdentifier, signal) }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Sends bytes on a new connection, and returns what comes back until the server closes it.
  func exchange(_ text: String) throws -> String {
    let connection = socket(AF_INET, Self.stream, 0)
    defer { close(connection) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Browser.Failure(description: "nothing listens on port \(port)") }
    let bytes = Array(text.utf8)
    _ = send(connection, bytes, bytes.count, Self.flags)
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = recv(connection, &buffer, buffer.count, 0), count > 0 { received += buffer[..<count] }
    return String(decoding: received, as: UTF8.self)
  }

  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    private static let flags: Int32 = 0
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let flags = Int32(MSG_NOSIGNAL)
  #endif
}
