extension SignalProducer {
  /// A producer whose events come from a join: each start is a serial domain, which its inputs enter.
  @inlinable
  static func _joining(
    _ begin: @escaping (_ run: _Run, _ downstream: Observer) -> Void
  ) -> SignalProducer {
    ._beginning { downstream, run in
      run._setRoot { downstream._end(.interrupted) }
      begin(run, downstream)
    }
  }

  /// Starts this producer as an input of a join.
  @inlinable
  func _begin(
    in join: _Run,
    value: @escaping (Value) -> Void,
    ended: @escaping (TerminalEvent<Error>) -> Void
  ) {
    let input = _Run()
    join._perform { join._attach(input) }
    _begin(input, in: join, value: value, ended: ended)
  }

  /// Starts this producer as an input that is already attached; the closures are called inside the join's domain,
  /// while neither the join nor the input is over.
  @inlinable
  func _begin(
    _ input: _Run,
    in join: _Run,
    value: @escaping (Value) -> Void,
    ended: @escaping (TerminalEvent<Error>) -> Void
  ) {
    let observer = Observer(
      value: { sent in
        guard input._isLive else { return }
        // Whether the input was disposed is asked inside the join, since that is where inputs are replaced.
        if join._enter() {
          if join._isLive, !input._isDisposed { value(sent) }
          join._leave()
        } else {
          join._enqueue {
            if join._isLive, !input._isDisposed { value(sent) }
          }
        }
      },
      ended: { end in
        if input._finish() == .early {
          join._perform {
            join._detach(input)
            // An input may be replaced while its end is on the way; that end is nobody's business any more.
            if join._isLive, !input._isDisposed { ended(end) }
          }
        }
        input._release()
      })
    _begin(observer, input)
  }
}
