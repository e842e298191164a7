// What the operating system does for this program. No other file of this target imports a C library, so every difference
// between Linux and macOS is here; `ImportTests` holds that.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import MarbleTools

/// The process and its environment.
enum Platform {
  /// Ends the program.
  static func end(_ status: Int32) -> Never { exit(status) }

  /// Makes a reader that has gone away an error of the next write, not a signal that ends the program.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// The value of an environment variable; `nil` where it is not set.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The number of processors that can run threads, at least 1.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Waits, or less long where a signal comes.
  static func sleep(microseconds: UInt32) { usleep(microseconds) }

  /// Runs a closure on a new thread of a given stack size.
  ///
  /// - Returns: whether the thread could be created.
  static func startThread(stackSize: Int, _ run: @escaping @Sendable () -> Void) -> Bool {
    final class Body: Sendable {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // A number with glibc, a pointer elsewhere.
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let body = Unmanaged.passRetained(Body(run))
    let result = pthread_create(
      &thread, &attributes,
      { argument in
        // Optional on Linux only.
        let argument: UnsafeMutableRawPointer? = argument
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    if result != 0 { body.release() }
    return result == 0
  }
}

/// An error number of the system.
struct SystemError: Error {
  let number: Int32

  /// The error of the call before this one.
  fileprivate static var current: SystemError { SystemError(number: errno) }

  /// Whether nobody reads what was written.
  var isBrokenPipe: Bool { number == EPIPE }

  var failure: SystemFailure { SystemFailure(reason: String(cString: strerror(number))) }
}

extension SystemFailure {
  /// The error of the call before this one, in the system's words.
  fileprivate static var current: Self { SystemError.current.failure }
}

// MARK: Descriptors

/// An open file, pipe or terminal.
struct FileDescriptor {
  let number: Int32

  static let input = FileDescriptor(number: STDIN_FILENO)
  static let output = FileDescriptor(number: STDOUT_FILENO)
  static let diagnostics = FileDescriptor(number: STDERR_FILENO)

  /// The use for which a file is opened.
  enum Access {
    case reading, writing
    /// Adds to the end of a file, which only this user can read if it is new.
    case appending
    /// Writes a file that must not exist yet.
    case creating(isPrivate: Bool)
  }

  init(number: Int32) {
    self.number = number
  }

  init(_ path: String, for access: Access) throws(SystemFailure) {
    switch access {
    case .reading: number = open(path, O_RDONLY | O_CLOEXEC)
    case .writing: number = open(path, O_WRONLY | O_CLOEXEC)
    case .appending: number = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    case .creating(let isPrivate):
      number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate ? 0o600 : 0o666)
    }
    guard number >= 0 else { throw .current }
  }

  /// Creates a file whose name is unique, which only this user can read.
  ///
  /// - Parameter template: the path, with `XXXXXX` before its ending; replaced by the path of the file.
  init(unique template: inout String, ending: String) throws(SystemFailure) {
    var path = Array((template + ending).utf8CString)
    number = mkstemps(&path, Int32(ending.utf8.count))
    guard number >= 0 else { throw .current }
    template = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Closes it.
  ///
  /// - Returns: the error, if there is one: a write may fail that late.
  @discardableResult
  func closeFile() -> SystemError? { close(number) == 0 ? nil : .current }

  var isTerminal: Bool { isatty(number) == 1 }

  /// Reads what is there, up to a number of bytes; nothing at the end, `nil` if a signal came first.
  func readSome(atMost count: Int = 1 << 16) throws(SystemFailure) -> [UInt8]? {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      result = read(number, buffer.baseAddress, count)
      initialized = max(0, result)
    }
    if result >= 0 { return bytes }
    if errno == EINTR { return nil }
    throw .current
  }

  /// Reads everything that follows, unless that is more than a limit.
  func readAll(atMost limit: Int = .max) throws(SystemFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      guard let chunk = try readSome() else { continue }
      if chunk.isEmpty { return bytes }
      bytes += chunk
      guard bytes.count <= limit else { throw SystemFailure(reason: "the file is larger than \(limit >> 20) MB") }
    }
  }

  /// Writes all bytes.
  ///
  /// - Returns: the error if that is not possible.
  func writeAll(_ bytes: [UInt8]) -> SystemError? {
    bytes.withUnsafeBytes { all in
      var rest = all[...]
      while !rest.isEmpty {
        let count = write(number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno != EINTR {
          return .current
        }
      }
      return nil
    }
  }

  /// Moves to an offset.
  func seek(to offset: Int) { lseek(number, off_t(offset), SEEK_SET) }

  /// Moves to the end.
  ///
  /// - Returns: its offset, which is the size of a file.
  func seekToEnd() -> Int { Int(lseek(number, 0, SEEK_END)) }
}

// MARK: Files

/// The kind of a file, and what changes when it does.
struct FileStatus: Equatable, Sendable {
  enum Kind { case file, folder, other }

  private let status: stat

  /// `nil` if there is no such file.
  init?(of path: String, followingLinks: Bool = true) {
    var status = stat()
    guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    self.status = status
  }

  var kind: Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  }

  var size: Int { Int(status.st_size) }

  /// Gives a new file the owner and the permissions of this one.
  func copyPermissions(to file: FileDescriptor) {
    // Only the superuser can give a file to another user. The mode comes last, because a new owner clears bits of it.
    _ = fchown(file.number, status.st_uid, status.st_gid)
    fchmod(file.number, status.st_mode & 0o7777)
  }

  private var times: [timespec] {
    #if canImport(Darwin)
      [status.st_mtimespec, status.st_ctimespec]
    #else
      [status.st_mtim, status.st_ctim]
    #endif
  }

  static func == (left: Self, right: Self) -> Bool {
    left.status.st_dev == right.status.st_dev && left.status.st_ino == right.status.st_ino && left.size == right.size
      && left.times.elementsEqual(right.times) { $0.tv_sec == $1.tv_sec && $0.tv_nsec == $1.tv_nsec }
  }
}

extension Platform {
  static var processID: Int32 { getpid() }

  /// Gives a file another name.
  ///
  /// - Returns: the error if that is not possible.
  static func move(_ path: String, to newPath: String) -> SystemError? { rename(path, newPath) == 0 ? nil : .current }

  static func remove(_ path: String) { unlink(path) }

  /// Makes every folder that is missing on the way to a file, after a prefix of its path.
  static func makeFolders(of path: String, below prefix: String = "", isPrivate: Bool) {
    let rest = path.utf8.dropFirst(prefix.utf8.count + 1)
    for slash in rest.indices where rest[slash] == UInt8(ascii: "/") {
      mkdir(String(path[..<slash]), isPrivate ? 0o700 : 0o777)
    }
  }

  /// The path without links; `nil` if there is no such file.
  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The names in a folder, `.` and `..` left out, in no order.
  static func names(inFolder path: String) throws(SystemFailure) -> [String] {
    guard let folder = opendir(path) else { throw .current }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

// MARK: Threads

/// A lock, and a condition that threads wait for while they hold it.
final class Condition: @unchecked Sendable {
  // Neither may move, so they are not stored in the object itself.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      // Setting the system's clock must not make a wait longer.
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }
  func unlock() { pthread_mutex_unlock(mutex) }
  /// Wakes every thread that waits.
  func broadcast() { pthread_cond_broadcast(condition) }

  /// Waits, with the lock given up meanwhile, until a broadcast or a deadline; `nil` is no deadline.
  func wait(until deadline: ContinuousClock.Instant?) {
    guard let deadline else {
      pthread_cond_wait(condition, mutex)
      return
    }
    let (seconds, attoseconds) = max(.zero, ContinuousClock.now.duration(to: deadline)).components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    #if canImport(Darwin)
      pthread_cond_timedwait_relative_np(condition, mutex, &time)
    #else
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      let nanoseconds = now.tv_nsec + time.tv_nsec
      time = timespec(
        tv_sec: now.tv_sec + time.tv_sec + nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
      pthread_cond_timedwait(condition, mutex, &time)
    #endif
  }
}
