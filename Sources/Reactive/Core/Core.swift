// The core: the classes that implement signals, producers, properties and joins. Start here.
//
// # The types
//
// An arrow points from a class to its superclass:
//
//     _LifecycleState                   the lifecycle of an object, as a set of bits that are never cleared
//       ▲    ▲
//       │    └─ _SignalSubscription     one observation of a signal; disposing it sends no event
//       │
//     _Resources                        a list of disposables, disposed in order at the end; owns the lock
//       ▲
//       │
//     _SerialDomain                     runs events one at a time; owns the queue of waiting work
//       ▲    ▲
//       │    └─ _SignalCore             the list of observers of a signal; the core of a pipe is also its domain
//       │
//     _ProducerSubscription             one start of a producer: its disposable, its resources, its domain
//       ▲
//       │
//     _JoinStart, _JoinInput            one start of a producer as an input of a join, without and with its types
//
//     _Root                             the upstream end of a start, which sends its interruption
//       ▲  ▲  ▲
//       │  │  └─ _ObserverNode          an observer in the list of a signal core
//       │  └──── _ObserverRoot          the observer downstream of a join or a `_SerializedInput`
//       └─────── _PlainRoot             a closure that sends the interruption; used by joins and generators
//
// Without a superclass:
//
//     _PipeInput          the input of a pipe; any thread may call it
//     _SerializedInput    the input of one start of `SignalProducer.init(start:)`; any thread may call it
//     WaitingWork         work that a thread passes to the thread inside a domain, and the queue of such work
//     _JoinHandlers       the handlers of a join for the events of an input
//     _Relay              a signal core with a replay buffer, for properties and replays
//     _ReplayBuffer       the stored values of a relay: `_LatestValue` or `_RecentValues`
//     _Cell               the state of one application of an operator; only its domain accesses it
//     _Locked             state that several threads access, under a lock
//     EventContext        the event that is being delivered, for a recorder of another module; queued events keep it
//
// A join is an operator whose inputs have their own domains, such as merge, zip and flatten.
//
// # References
//
// A line is a strong reference from left to right. A name in parentheses is not retained.
//
//     Signal ── _SignalCore ── _SerialDomain               of the source, or the subscription that feeds the signal
//                 └──── _ObserverNode ── the two closures of the observer, the _SignalCore and the owner
//     _SignalSubscription ── _SignalCore, (_ObserverNode)  the result of `observe`
//     _PipeInput ── _SignalCore                            interrupts when the last copy of the observer is released
//
//     _ProducerSubscription ── _Root                       the result of `start`; retains the root until the end
//       ├──── _JoinInput                                   the inputs of a join, each until its end
//       └──── the disposables that were added to its lifetime
//     _Root ── (_SerialDomain)                             unowned: the domain outlives the root
//     _SerializedInput ── _ProducerSubscription, _ObserverRoot ── the observer downstream, until the end
//     _JoinInput ── _JoinHandlers ── the _ProducerSubscription of the join
//     _Relay ── _SignalCore
//
// - Each node has an owner. For an observation, it is the `_SignalSubscription`. For a start of a producer that was
//   created from the signal, it is the `_ProducerSubscription`. For a signal that a unary operator created, it is that
//   signal's `_SignalCore`. A node whose owner is not live receives no events.
// - A signal that a unary operator created has its own signal core in the same domain. The core retains the node that
//   feeds it (`_feeder`). When the signal is neither referenced nor observed, this node is removed from the source.
// - If a producer feeds a signal (`startWithSignal`, and every join of signals), the domain of the signal is the
//   subscription of that producer.
// - No other stream feeds the signal core of a pipe, so it is not derived, and is its own domain. It exists as long as
//   the input does.
// - There are many of these objects, so they are small: state that few of them need (disposables, waiting work, a name)
//   is in an object that is created when it is needed.
// - References to objects downstream are released at the end. After that, a user can still retain a disposable, a
//   serialized input or a join input, but it retains nothing else.
//
// # The path of an event
//
//     input.send(value: 1)
//       │  _PipeInput._send                   enters the domain, or adds the event to its queue and returns
//       ▼
//     _SignalCore._send                       iterates the list of nodes without locks, atomics or reference counting
//       ▼
//     _ObserverNode._value                    the closures of map, filter, …; each calls the next one downstream
//       ├─▶ an observer of `observe`
//       ├─▶ _SignalCore._send                 of a signal that a unary operator created, in the same domain
//       └─▶ _JoinInput._receive               enters the domain of the join, or adds the event to its queue and returns
//             ▼
//           _JoinHandlers._value              the state of merge, zip, flatten, …; calls the observer downstream
//             ▼
//           _ProducerSubscription._guarding   blocks events after the end; calls the observer of `start`
//
// The sender that entered the domain runs the queued work before it leaves: first the urgent work (adding and removing
// observers, interruptions), then the events in the order in which they were sent. So events never overlap, no thread
// waits for another, and an event that is sent from inside an event is delivered after it.
//
// A single value needs no start: a flattening takes it out of the producer (`_OnlyValue`) and sends it.
//
// Starting goes in the other direction. `SignalProducer._begin(downstream, subscription)` builds the chain from the
// observer to the source of the events, which sets the root of the subscription and begins to send. A join starts its
// inputs outside its domain, one after the other (`_startLater`), so a million restarts do not grow the stack.
//
// The end is delivered once. `_finish` marks the subscription, the terminal event is delivered, and then `_release`
// releases the root and disposes the inputs and the resources, in that order. `dispose` marks the subscription and
// sends `interrupted` from the root, immediately or after the event that is being delivered.
//
// # Rules of the event path
//
// - Closures take concrete types and are formed in `@inlinable` code, so that they are specialized where they are used:
//   an unspecialized generic call takes a hundred times as long. For this reason, a root stores a function instead of
//   overriding a method.
// - Counting a reference is an atomic operation, which takes about twenty cycles. So the object that is created for an
//   observer or a start is passed to its list with `consume`, and a parameter is `__shared` or `__owned` where the
//   default retains it.
// - Only code of the core runs under a lock. Objects are released outside the lock.
// - `@exclusivity(unchecked)` and `Unmanaged` are used only where the domain already guarantees exclusive access or the
//   lifetime of the object.
