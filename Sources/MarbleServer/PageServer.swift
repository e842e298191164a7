#if Server
  import MarblePage
  import NIOCore
  import NIOHTTP1
  import NIOPosix

  /// A server at the loopback address that answers with a ``PageService``.
  package final class PageServer: Sendable {
    /// The times after which a slow client is disconnected.
    package struct Patience: Sendable {
      /// From the first part of a request to its last part.
      package var request = TimeAmount.seconds(10)
      /// Between two requests.
      package var idle = TimeAmount.seconds(60)

      package init() {}
    }

    /// Runs work elsewhere than on the thread of the network.
    package typealias Worker = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

    private let channel: any Channel

    /// The address of the page.
    package let address: String
    /// The address with which the browser is opened.
    package let openingAddress: String

    /// Starts the server.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 for a free one.
    ///   - worker: Runs the work for one request.
    ///   - makeService: Creates the service for the port.
    /// - Throws: An error of the system, such as for a port that is in use.
    package init(
      port: Int, worker: @escaping Worker, makeService: @escaping @Sendable (_ port: Int) -> PageService
    ) throws {
      channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { connection in
          connection.eventLoop.makeCompletedFuture {
            let service = makeService(connection.localAddress?.port ?? port)
            try connection.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: false)
            try connection.pipeline.syncOperations.addHandler(PageConnection(service, worker: worker))
          }
        }
        .bind(host: "127.0.0.1", port: port).wait()
      let service = makeService(channel.localAddress?.port ?? port)
      address = service.address
      openingAddress = service.openingAddress
    }

    /// Returns the system's number of an error at the start, if it has one.
    package static func number(of error: any Error) -> Int32? { (error as? IOError)?.errnoCode }

    /// Waits until the server is closed.
    package func wait() throws { try channel.closeFuture.wait() }

    /// Frees the port.
    package func close() throws { try channel.close().wait() }
  }
#endif
