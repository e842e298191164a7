// The interface to the operating system. No other file of this target imports a C library, so every difference
// between Linux and macOS is here. `ImportTests` checks this.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import MarbleSession

/// The process and its environment.
package enum Platform {
  /// Ends the program.
  package static func end(_ status: Int32) -> Never { exit(status) }

  /// Ignores `SIGPIPE`, so that writing to a closed pipe returns an error instead of ending the program.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Makes Ctrl-C end the program, even if it was started with that signal ignored, as shells do in the background, or
  /// blocked.
  package static func endOnInterrupt() {
    signal(SIGINT, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Returns the value of an environment variable, or `nil` if it is not set.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The number of available processors, at least 1.
  package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The local time of day, such as `09:41:00`.
  package static var timeOfDay: String {
    var (seconds, parts) = (time(nil), tm())
    localtime_r(&seconds, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  /// Sleeps for a duration.
  ///
  /// A signal ends the sleep early.
  package static func sleep(microseconds: UInt32) { usleep(microseconds) }

  /// The stack size of each thread, larger than that of a main thread usually is.
  ///
  /// Deeply nested scripts need it.
  private static var stackSize: Int { 16 << 20 }

  /// Runs work on a thread of its own, or here if there is none.
  @Sendable
  package static func startWork(_ work: @escaping @Sendable () -> Void) {
    if !startThread(work) { work() }
  }

  /// Runs a closure on a new thread, with a stack for deeply nested scripts.
  ///
  /// - Returns: Whether the thread could be created.
  package static func startThread(_ run: @escaping @Sendable () -> Void) -> Bool {
    final class Body: Sendable {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // `pthread_t` is a number with glibc and a pointer elsewhere.
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let body = Unmanaged.passRetained(Body(run))
    let result = pthread_create(
      &thread, &attributes,
      { argument in
        // The argument is optional only on Linux.
        let argument: UnsafeMutableRawPointer? = argument
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    if result != 0 { body.release() }
    return result == 0
  }
}

/// An error number of the system.
package struct SystemError: Error {
  let number: Int32

  package init(number: Int32) {
    self.number = number
  }

  /// The error of the last system call.
  fileprivate static var current: SystemError { SystemError(number: errno) }

  /// Whether the other end of the pipe is closed.
  package var isBrokenPipe: Bool { number == EPIPE }

  package var failure: SystemFailure { SystemFailure(reason: String(cString: strerror(number)), cause: cause) }

  private var cause: SystemFailure.Cause {
    switch number {
    case ENOENT: .missing
    case EISDIR: .isFolder
    case ENOTDIR: .isNoFolder
    case EACCES, EPERM, EROFS: .noPermission
    case ENOSPC, EDQUOT: .diskFull
    default: .other
    }
  }
}

extension SystemFailure {
  /// The error of the last system call, with the system's message.
  fileprivate static var current: Self { SystemError.current.failure }
}

// MARK: Descriptors

/// An open file, pipe or terminal.
package struct FileDescriptor {
  let number: Int32

  package static let input = FileDescriptor(number: STDIN_FILENO)
  package static let output = FileDescriptor(number: STDOUT_FILENO)
  package static let diagnostics = FileDescriptor(number: STDERR_FILENO)

  /// The access to a file.
  enum Access {
    case reading, writing
    /// Appends to a file. A new file is readable only by this user.
    case appending
    /// Creates a file, which must not exist.
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

  /// Creates a file with a unique name that is readable only by this user.
  ///
  /// - Parameters:
  ///   - template: The path without its ending, with a trailing `XXXXXX`. Receives the path of the created file.
  ///   - ending: The ending of the file name.
  init(unique template: inout String, ending: String) throws(SystemFailure) {
    var path = Array((template + ending).utf8CString)
    number = mkstemps(&path, Int32(ending.utf8.count))
    guard number >= 0 else { throw .current }
    template = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Closes the file.
  ///
  /// - Returns: The error, if any. A failed write may be reported only now.
  @discardableResult
  func closeFile() -> SystemError? { close(number) == 0 ? nil : .current }

  package var isTerminal: Bool { isatty(number) == 1 }

  /// Whether this is closed or `/dev/null`, as the input of a program without a terminal often is.
  package var isNull: Bool {
    var (file, null) = (stat(), stat())
    guard fstat(number, &file) == 0 else { return true }
    return stat("/dev/null", &null) == 0 && file.st_mode & S_IFMT == S_IFCHR && file.st_rdev == null.st_rdev
  }

  /// Whether this is a regular file.
  package var isFile: Bool {
    var file = stat()
    return fstat(number, &file) == 0 && file.st_mode & S_IFMT == S_IFREG
  }

  /// Whether another file is at a path now.
  package func isReplaced(at path: String) -> Bool {
    var (file, other) = (stat(), stat())
    guard fstat(number, &file) == 0, stat(path, &other) == 0 else { return false }
    return file.st_ino != other.st_ino || file.st_dev != other.st_dev
  }

  /// Waits until bytes or the end can be read, and returns whether they can.
  func isReadable(within duration: Duration) -> Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, Int32(duration / .milliseconds(1))) > 0
  }

  /// Reads the available bytes, up to a limit.
  ///
  /// Returns an empty array at the end of the file, and `nil` if a signal interrupted the call.
  package func readSome(atMost count: Int = 1 << 16) throws(SystemFailure) -> [UInt8]? {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      result = read(number, buffer.baseAddress, count)
      initialized = max(0, result)
    }
    if result >= 0 { return bytes }
    if errno == EINTR { return nil }
    throw .current
  }

  /// Reads all remaining bytes.
  ///
  /// Throws an error if there are more than `limit`.
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
  /// - Returns: The error, if any.
  package func writeAll(_ bytes: [UInt8]) -> SystemError? {
    bytes.withUnsafeBytes { all in
      var written = 0
      while written < all.count {
        let count = write(number, all.baseAddress?.advanced(by: written), all.count - written)
        if count >= 0 {
          written += count
        } else if errno != EINTR {
          return .current
        }
      }
      return nil
    }
  }

  /// Moves to an offset.
  func seek(to offset: Int) { lseek(number, off_t(offset), SEEK_SET) }

  /// Moves to the end of the file.
  ///
  /// - Returns: The offset of the end, which is the size of the file.
  func seekToEnd() -> Int { Int(lseek(number, 0, SEEK_END)) }
}

// MARK: Files

/// The kind, size, identity and modification times of a file.
///
/// Two values differ if the file has changed.
package struct FileStatus: Equatable, Sendable {
  private let status: stat

  /// Creates the status of a file, or `nil` if the file does not exist.
  package init?(of path: String, followingLinks: Bool = true) {
    var status = stat()
    guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    self.status = status
  }

  package var kind: ExistingFile.Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  }

  package var size: Int { Int(status.st_size) }

  /// Whether the permissions let no user write.
  ///
  /// They do not stop the superuser.
  var isReadOnly: Bool { status.st_mode & 0o222 == 0 }

  /// Copies owner and permissions to a new file.
  func copyPermissions(to file: FileDescriptor) {
    // Only the superuser can change the owner. The mode must be set last, because changing the owner clears some of
    // its bits.
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

  package static func == (left: Self, right: Self) -> Bool {
    left.status.st_dev == right.status.st_dev && left.status.st_ino == right.status.st_ino && left.size == right.size
      && left.times.elementsEqual(right.times) { $0.tv_sec == $1.tv_sec && $0.tv_nsec == $1.tv_nsec }
  }
}

extension Platform {
  static var processID: Int32 { getpid() }

  /// Whether a process exists.
  package static func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno != ESRCH }

  /// Renames a file.
  ///
  /// - Returns: The error, if any.
  static func move(_ path: String, to newPath: String) -> SystemError? { rename(path, newPath) == 0 ? nil : .current }

  static func remove(_ path: String) { unlink(path) }

  /// Creates all missing folders of a path after a prefix.
  package static func makeFolders(of path: String, below prefix: String = "", isPrivate: Bool) {
    let rest = path.utf8.dropFirst(prefix.utf8.count + 1)
    for slash in rest.indices where rest[slash] == UInt8(ascii: "/") {
      mkdir(String(path[..<slash]), isPrivate ? 0o700 : 0o777)
    }
  }

  /// Returns the path with all links resolved, or `nil` if the file does not exist.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns the names in a folder in no particular order, without `.` and `..`.
  package static func names(inFolder path: String) throws(SystemFailure) -> [String] {
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

/// A lock with a condition variable.
package final class Condition: @unchecked Sendable {
  // POSIX objects must not move in memory, so they are allocated separately.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      // With this clock, setting the system time does not change the length of a wait.
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

  package func lock() { pthread_mutex_lock(mutex) }
  package func unlock() { pthread_mutex_unlock(mutex) }
  /// Wakes all waiting threads.
  package func broadcast() { pthread_cond_broadcast(condition) }

  /// Unlocks, waits for a broadcast or the deadline, and locks again.
  ///
  /// Without a deadline, waits indefinitely.
  package func wait(until deadline: ContinuousClock.Instant?) {
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
