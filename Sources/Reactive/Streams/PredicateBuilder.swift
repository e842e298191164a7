/// The result builder of the closures that return whether a value belongs to the result of an operator.
///
/// It only returns what the closure returns. The compiler checks a closure with a result builder by itself, when it
/// knows the types of the values. Without it, the compiler tries each `==` together with all other operators of a long
/// chain, gives up after some seconds, and reports an error of the closure on another line.
@resultBuilder
public enum PredicateBuilder {
  @_transparent
  public static func buildBlock(_ result: Bool) -> Bool { result }

  /// Accepts a closure that stops the program.
  @_transparent
  public static func buildBlock(_ result: Never) -> Bool {}

  @_transparent
  public static func buildEither(first result: Bool) -> Bool { result }

  @_transparent
  public static func buildEither(second result: Bool) -> Bool { result }
}
