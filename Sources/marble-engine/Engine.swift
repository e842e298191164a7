import MarbleImporting
import MarblePage
import MarbleTools

// The functions of the WebAssembly module that answers a page in a browser: bytes in, bytes out.

/// The state of the module.
///
/// Members of a type are set up at their first use. Variables outside of types would never be, because the module has no
/// `main`.
private enum Engine {
  static let runner = PageRunner(limits: PageAnswers.limits, foreignLanguage: RxJSProgram.language)
  nonisolated(unsafe) static var answers = PageAnswers(script: PageAnswers.example, runner: runner)
  nonisolated(unsafe) static var body: [UInt8] = []
}

/// Returns memory for the arguments of one of the next functions, which frees it.
@_expose(wasm, "allocate")
@_cdecl("engine_allocate")
public func allocate(_ count: Int) -> UnsafeMutablePointer<UInt8> { .allocate(capacity: max(1, count)) }

/// Answers a request, and returns the status of the response.
///
/// - Parameters:
///   - bytes: The target of the request, such as `/run?edit=move`, and then the body.
///   - target: The number of bytes of the target.
///   - body: The number of bytes of the body, or -1 if the request has none.
@_expose(wasm, "respond")
@_cdecl("engine_respond")
public func respond(_ bytes: UnsafeMutablePointer<UInt8>, _ target: Int, _ body: Int) -> Int {
  let all = taken(bytes, target + max(0, body))
  guard body <= PageService.maxBodySize else {
    let response = PageResponse(refusing: "the body is too large", status: 413)
    Engine.body = response.body
    return response.status
  }
  if String(decoding: all[..<target], as: UTF8.self) == "/open" {
    // The page has a script or an exercise of its own.
    Engine.answers = PageAnswers(script: String(decoding: all[target...], as: UTF8.self), runner: Engine.runner)
    Engine.body = []
    return 200
  }
  let response = Engine.answers.response(
    to: PageRequest(
      method: body < 0 ? "GET" : "POST", target: String(decoding: all[..<target], as: UTF8.self), headers: [],
      body: Array(all[target...])),
    while: { true })
  Engine.body = response.body
  return response.status
}

/// Returns the number of bytes of the last response's body.
@_expose(wasm, "length")
@_cdecl("engine_length")
public func length() -> Int { Engine.body.count }

/// Moves the body of the last response to memory for that many bytes.
@_expose(wasm, "take")
@_cdecl("engine_take")
public func take(_ bytes: UnsafeMutablePointer<UInt8>) {
  Engine.body.withUnsafeBufferPointer { body in
    if let start = body.baseAddress { bytes.update(from: start, count: body.count) }
  }
  Engine.body = []
}

/// Frees memory.
@_expose(wasm, "free")
@_cdecl("engine_free")
public func free(_ bytes: UnsafeMutablePointer<UInt8>) { bytes.deallocate() }

/// Returns bytes, and frees their memory.
private func taken(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> [UInt8] {
  defer { bytes.deallocate() }
  return Array(UnsafeBufferPointer(start: bytes, count: count))
}
