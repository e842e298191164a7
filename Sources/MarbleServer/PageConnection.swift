#if Server
  import MarblePage
  import NIOCore
  import NIOHTTP1
  import Synchronization

  /// One connection of a browser.
  ///
  /// It reads one request at a time. A client that sends too much or too slowly is disconnected.
  package final class PageConnection: ChannelInboundHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias OutboundOut = HTTPServerResponsePart

    private let service: PageService
    private let worker: PageServer.Worker
    private let patience: PageServer.Patience
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    /// Whether the rest of the request is ignored, because the response has been sent.
    private var isRefused = false
    private var deadline: Scheduled<Void>?
    /// Whether the client still waits.
    private let isWanted = Flag()

    package init(
      _ service: PageService, worker: @escaping PageServer.Worker, patience: PageServer.Patience = .init()
    ) {
      self.service = service
      self.worker = worker
      self.patience = patience
    }

    package func channelActive(context: ChannelHandlerContext) {
      setDeadline(patience.request, context)
      context.fireChannelActive()
    }

    package func channelInactive(context: ChannelHandlerContext) {
      deadline?.cancel()
      isWanted.lower()
      context.fireChannelInactive()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head):
        setDeadline(patience.request, context)
        (self.head, body) = (head, [])
        if let refusal = service.refusal(of: request) { refuse(refusal, context) }
      case .body(let buffer):
        guard !isRefused else { return }
        body.append(contentsOf: buffer.readableBytesView)
        if body.count > PageService.maxBodySize {
          refuse(PageResponse(refusing: "the body is too large", status: 413), context)
        }
      case .end:
        deadline?.cancel()
        if !isRefused { answer(context) }
      }
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
      guard error is HTTPParserError, !isRefused else { return context.close(promise: nil) }
      refuse(PageResponse(refusing: "the request is malformed", status: 400), context)
    }

    private var request: PageRequest {
      PageRequest(
        method: head?.method.rawValue ?? "", target: head?.uri ?? "",
        headers: head?.headers.map { ($0.name, $0.value) } ?? [], body: body)
    }

    /// Runs the request on a worker, and writes its response.
    private func answer(_ context: ChannelHandlerContext) {
      let bound = NIOLoopBound((connection: self, context: context), eventLoop: context.eventLoop)
      let keepsAlive = head?.isKeepAlive ?? false
      worker { [service, request, isWanted, eventLoop = context.eventLoop] in
        let response = service.response(to: request) { isWanted.isRaised }
        eventLoop.execute {
          let (connection, context) = bound.value
          connection.write(response, keepsAlive: keepsAlive, context)
        }
      }
    }

    private func refuse(_ response: PageResponse, _ context: ChannelHandlerContext) {
      isRefused = true
      write(response, keepsAlive: false, context)
    }

    private func write(_ response: PageResponse, keepsAlive: Bool, _ context: ChannelHandlerContext) {
      guard context.channel.isActive else { return }
      var headers = HTTPHeaders(response.headers.map { ($0.name, $0.value) })
      if !keepsAlive { headers.add(name: "Connection", value: "close") }
      let head = HTTPResponseHead(
        version: .http1_1, status: HTTPResponseStatus(statusCode: response.status), headers: headers)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      if self.head?.method != .HEAD {
        context.write(
          wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(bytes: response.body)))), promise: nil)
      }
      let written = context.writeAndFlush(wrapOutboundOut(.end(nil)))
      if keepsAlive {
        setDeadline(patience.idle, context)
      } else {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        written.whenComplete { _ in bound.value.close(promise: nil) }
      }
    }

    /// Disconnects the client after a time, unless another deadline is set before.
    private func setDeadline(_ time: TimeAmount, _ context: ChannelHandlerContext) {
      deadline?.cancel()
      let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
      deadline = context.eventLoop.scheduleTask(in: time) { bound.value.close(promise: nil) }
    }
  }

  /// A flag that one thread lowers and others read.
  private final class Flag: Sendable {
    private let value = Atomic(true)

    var isRaised: Bool { value.load(ordering: .relaxed) }
    func lower() { value.store(false, ordering: .relaxed) }
  }
#endif
