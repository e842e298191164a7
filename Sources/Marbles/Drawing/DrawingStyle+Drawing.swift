extension DrawingStyle {
  /// Diagrams in the format that was chosen, without a line end behind the last: pictures as one picture, one below the
  /// other.
  func draw(_ diagrams: [Diagram]) -> String {
    switch format {
    case .plain, .unicode, .svg: diagrams.map { PlainText(width: width).draw($0) }.joined(separator: "\n\n")
    case .json: diagrams.map { JSON().draw($0) }.joined(separator: "\n")
    }
  }
}
