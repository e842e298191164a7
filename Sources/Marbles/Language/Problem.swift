/// What can be wrong with a source, as data; the wording is `Wording.swift`'s.
public enum Problem: Sendable, Hashable {
  // MARK: Sources
  case invalidUTF8
}
