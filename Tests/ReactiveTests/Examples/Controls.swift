import Reactive

/// A replacement for the text field in the examples.
///
/// It sends the typed text.
final class TextField {
  private let (values, input) = Signal<String?, Never>.pipe()
  private(set) var text: String?

  var reactive: Reactive { Reactive(continuousTextValues: values) }

  struct Reactive {
    let continuousTextValues: Signal<String?, Never>
  }

  func type(_ text: String) {
    self.text = text
    input.send(value: text)
  }

  func clear() {
    text = nil
    input.send(value: nil)
  }
}
