#if Server
  import MarblePage
  import MarbleServer
  import NIOCore
  import NIOEmbedded
  import NIOHTTP1
  import Testing

  /// The connection of a client, with a clock that the tests move.
  struct PageConnectionTests {
    private static let service = PageService(port: 1, token: "t", answers: PageAnswers(script: ""))

    private func channel() throws -> EmbeddedChannel {
      let channel = EmbeddedChannel()
      try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: false)
      try channel.pipeline.syncOperations.addHandler(PageConnection(Self.service, worker: { $0() }))
      try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
      return channel
    }

    private func send(_ text: String, _ channel: EmbeddedChannel) throws {
      try channel.writeInbound(ByteBuffer(string: text))
      channel.embeddedEventLoop.run()
    }

    private func received(_ channel: EmbeddedChannel) throws -> String {
      var text = ""
      while let buffer = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: buffer) }
      return text
    }

    private static let run = "POST /run HTTP/1.1\r\nHost: 127.0.0.1:1\r\nX-Token: t\r\n"

    @Test func requestIsAnsweredAndTheConnectionStays() throws {
      let channel = try channel()
      for _ in 0..<3 {
        try send(Self.run + "Content-Length: 6\r\n\r\na = 1|", channel)
        #expect(try received(channel).hasPrefix("HTTP/1.1 200 OK\r\n"))
      }
      #expect(channel.isActive)
      channel.embeddedEventLoop.advanceTime(by: .seconds(61))
      #expect(!channel.isActive)
    }

    @Test func slowSenderIsDisconnected() throws {
      let channel = try channel()
      for byte in (Self.run + "Content-Length: 5\r\n\r\n").dropLast(2) {
        try send(String(byte), channel)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(200))
      }
      #expect(!channel.isActive)
    }

    @Test func slowBodyIsDisconnected() throws {
      let channel = try channel()
      try send(Self.run + "Content-Length: 50\r\n\r\n", channel)
      for _ in 0..<9 {
        try send("1", channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
      }
      #expect(channel.isActive)
      channel.embeddedEventLoop.advanceTime(by: .seconds(2))
      #expect(!channel.isActive)
    }

    @Test func tooLongBodyWithoutLengthIsRefused() throws {
      let channel = try channel()
      try send(Self.run + "Transfer-Encoding: chunked\r\n\r\n", channel)
      let chunk = "10000\r\n" + String(repeating: "x", count: 0x10000) + "\r\n"
      for _ in 0..<17 where channel.isActive { try send(chunk, channel) }
      #expect(try received(channel).hasPrefix("HTTP/1.1 413 "))
      #expect(!channel.isActive)
    }

    @Test(arguments: ["\0\0\0\0\r\n\r\n", "GET\r\n\r\n", "hello world\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"])
    func whatIsNotHTTPIsRefused(bytes: String) throws {
      let channel = try channel()
      try? send(bytes, channel)
      #expect(!channel.isActive)
    }

    @Test func refusalEndsTheConnection() throws {
      let channel = try channel()
      try send("GET / HTTP/1.1\r\n\r\n", channel)
      let text = try received(channel)
      #expect(text.hasPrefix("HTTP/1.1 421 "))
      #expect(text.contains("Connection: close"))
      #expect(!channel.isActive)
    }
  }
#endif
