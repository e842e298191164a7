// The core: what signals, producers, properties and joins are made of. Start here.
//
// # The nouns
//
// An arrow points from a class to its superclass:
//
//     _LifecycleState        whether something still goes on: a set of bits that are never taken back
//       ▲    ▲
//       │    └─ _SignalSubscription  one observation of a signal; disposing it is silent
//       │
//     _Resources             a list of disposables, disposed in order when the end comes; has the one lock
//       ▲    ▲
//       │    └─ _SignalCore      a signal's list of observers
//       │
//     _SerialDomain          where events happen one at a time; the queue of work that waits for that
//       ▲
//       │
//     _ProducerSubscription  one start of a producer: its disposable, its resources, its domain
//       ▲
//       │
//     _JoinInput             one start of a producer as an input of a join
//
//     _Root                  where the events of a start come from, and where an interruption is sent down from
//       ▲  ▲  ▲
//       │  │  └─ _ObserverNode   an observer in the list of a hub
//       │  └──── _SerializedInputRoot  the observer of a start that `SignalProducer.init(start:)` makes
//       └─────── _PlainRoot      a closure that sends the interruption; joins and generators have it
//
// Without a superclass:
//
//     _PipeInput     the sending end of a pipe, from any thread
//     _SerializedInput  the sending end of one start of `SignalProducer.init(start:)`, from any thread
//     _JoinHandlers  what a join does with the events of an input
//     _Relay         a hub with a memory (a `_ReplayBuffer`: `_LatestValue` or `_RecentValues`), for properties and replays
//     _Cell          the state of one application of an operator; only its domain touches it
//     _Locked        state that several threads touch, under a lock
//
// # Who holds whom
//
// A line is a strong reference from left to right; the ones in brackets are not.
//
//     Signal ── _SignalCore ── _SerialDomain               a pipe's own, or the run that feeds the signal
//                 └──── _ObserverNode ── the observer's two closures, _SignalCore, and its owner
//     _SignalSubscription ── _SignalCore, (_ObserverNode)                is what `observe` returns
//     _PipeInput ── _SignalCore                     when the last copy of the observer goes, it interrupts
//
//     _ProducerSubscription ── _Root                                 is what `start` returns; until the end or an interruption
//       ├──── _JoinInput                            the inputs of a join, each until its end
//       └──── what was added to its lifetime
//     _Root ── (_SerialDomain)                            unowned: the domain outlives it
//     _SerializedInput ── _ProducerSubscription, _SerializedInputRoot ── the observer downstream, until the end
//     _JoinInput ── _JoinHandlers ── the join's _ProducerSubscription
//     _Relay ── _SignalCore
//
// - A node's owner is the `_SignalSubscription` of `observe`, the `_ProducerSubscription` of a producer that was made of the signal, or the
//   `_SignalCore` of a signal that a unary operator made: nothing is delivered to a node whose owner is not live.
// - A signal that a unary operator made has a hub of its own in the same domain. It holds the node that feeds it
//   (`_feeder`), and leaves its source when no one holds or observes it.
// - A signal that a producer feeds (`startWithSignal`, and every join of signals) has the run for its domain.
// - A pipe's hub is not derived: it stays as long as its input does.
// - References to what is downstream are given up at the end, so whoever keeps a disposable, an entrance or an input
//   keeps nothing else.
//
// # The way of one event
//
//     input.send(value: 1)
//       │  _PipeInput._send       enters the domain, or leaves the event in its queue and returns
//       ▼
//     _SignalCore._send                  walks the list of nodes; no lock, no atomic operation, no reference count
//       ▼
//     _ObserverNode._value                the closures of map, filter, … : each calls the one downstream
//       ├─▶ an observer of `observe`
//       ├─▶ _SignalCore._send            of a signal made by a unary operator: same domain, so it simply goes on
//       └─▶ _JoinInput._receive   enters the domain of the join, or leaves the event in its queue and returns
//             ▼
//           _JoinHandlers._value  the state of merge, zip, flatten, …; calls what is downstream
//             ▼
//           _ProducerSubscription._guarding        nothing passes after the end; the observer that was given to `start`
//
// The sender that entered the domain does the queued work before it leaves: urgent work first (observers that come and
// go, interruptions), then events in the order in which they were sent. So events never overlap, no thread waits for
// another, and an event that is sent from inside an event comes after it.
//
// Starting goes the other way. `SignalProducer._begin(downstream, subscription)` builds the chain from the observer up to what
// makes the events, which sets the root of the run and begins to send. A join starts its inputs outside its domain,
// one after the other (`_startLater`), so a million restarts need no stack.
//
// An end comes once. `_finish` marks the run, the end is delivered, and then `_release` gives up the root, disposes the
// inputs and the resources, in that order. `dispose` marks the run and sends `interrupted` from the root, immediately
// or after the event that is being delivered.
//
// # Rules of the event path
//
// - Closures over concrete types, formed in `@inlinable` code, so that they are specialized where they are used: an
//   unspecialized generic call costs a hundred times as much. For this reason a root has a function and not an
//   overridden method.
// - No code but the core's runs under a lock; what a lock gives up is carried out of it and released there.
// - `@exclusivity(unchecked)` and `Unmanaged` appear where the domain already guarantees what they would check.
