import Reactive
import Testing

/// The examples of an article about bindings in Swift.
///
/// Plain objects replace the controls.
@Suite(.noLeaks)
struct BindingPostTests {
  private final class Field: LifetimeProvider {
    let lifetimeToken = Lifetime.Token()
    let text = MutableProperty("")
    var backgroundColor = ""
  }

  private final class Button: LifetimeProvider {
    let lifetimeToken = Lifetime.Token()
    let (taps, input) = Signal<Void, Never>.pipe()
    var isEnabled = true
    func tap() { input.send(value: ()) }
  }

  private func isValid(_ text: String) -> Bool { text.count > 3 }
  private func color(forValidity isValid: Bool) -> String { isValid ? "clear" : "yellow" }

  @Test func `a signal is bound to a property of an object, in both directions`() {
    let (signal, input) = Signal<String, Never>.pipe()
    let target = Field()
    let other = Field()
    ReactiveExtensions(target)[\.backgroundColor] <~ signal
    signal ~> ReactiveExtensions(other)[\.backgroundColor]
    input.send(value: "red")
    #expect(target.backgroundColor == "red")
    #expect(other.backgroundColor == "red")
  }

  @Test func `a field is yellow until it is valid`() {
    let login = Field()
    let password = Field()
    ReactiveExtensions(login)[\.backgroundColor] <~ login.text.map { color(forValidity: isValid($0)) }
    password.text.map { color(forValidity: isValid($0)) } ~> ReactiveExtensions(password)[\.backgroundColor]
    #expect(login.backgroundColor == "yellow")
    #expect(password.backgroundColor == "yellow")
    login.text.value = "jos"
    #expect(login.backgroundColor == "yellow")
    login.text.value = "josh"
    #expect(login.backgroundColor == "clear")
    password.text.value = "secret"
    #expect(password.backgroundColor == "clear")
    password.text.value = ""
    #expect(password.backgroundColor == "yellow")
  }

  @Test func `a button is enabled if all fields are valid`() {
    let fields = (0..<3).map { _ in Field() }
    let button = Button()
    let validities = fields.map { $0.text.map(isValid).producer }
    // Any number of inputs, reduced to one value.
    ReactiveExtensions(button)[\.isEnabled]
      <~ SignalProducer<Bool, Never>.combineLatest(validities).map { $0.reduce(true) { $0 && $1 } }
    #expect(!button.isEnabled)
    for field in fields { field.text.value = "long enough" }
    #expect(button.isEnabled)
    fields[1].text.value = ""
    #expect(!button.isEnabled)
    // The same with the operator `all`.
    let allAreValid = Property<Bool>.all(fields.map { $0.text.map(isValid) })
    #expect(!allAreValid.value)
    fields[1].text.value = "long enough"
    #expect(allAreValid.value)
    fields[2].text.value = ""
    #expect(!allAreValid.value)
  }

  @Test func `values of several types are combined`() {
    let (flags, flag) = Signal<Bool, Never>.pipe()
    let (names, name) = Signal<String, Never>.pipe()
    let combined = combineLatest(flags, names).map { flag, name in flag ? name : "none" }.record()
    flag.send(value: false)
    name.send(value: "jim")
    flag.send(value: true)
    #expect(combined.history == "none jim")
  }

  @Test func `a press of the button signs in`() {
    let console = Console()
    let button = Button()
    var failureIsHidden = true
    var segues = 0
    var answers: [(Bool) -> Void] = []
    let signIn = SignalProducer<Bool, Never> { observer, _ in
      answers.append { success in
        observer.send(value: success)
        observer.sendCompleted()
      }
    }
    button.taps
      .on(value: { [weak button] in
        button?.isEnabled = false
        failureIsHidden = true
      })
      .flatMap(.merge) { signIn }
      .observeValues { [weak button] success in
        button?.isEnabled = true
        failureIsHidden = success
        console.print("Sign in result: \(success)")
        if success { segues += 1 }
      }
    button.tap()
    #expect(!button.isEnabled)
    answers[0](false)
    #expect(button.isEnabled && !failureIsHidden && segues == 0)
    #expect(console.read() == "Sign in result: false")
    // The next press resets the state of the button and the failure text.
    button.tap()
    #expect(!button.isEnabled && failureIsHidden)
    answers[1](true)
    #expect(button.isEnabled && failureIsHidden && segues == 1)
    #expect(console.read() == "Sign in result: true")
    answers = []
  }
}
