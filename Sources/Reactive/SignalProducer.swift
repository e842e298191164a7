public struct SignalProducer<Value, Error: Swift.Error> {}
extension SignalProducer: @unchecked Sendable where Value: Sendable {}
