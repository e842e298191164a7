import MarbleEvaluation
import MarbleLanguage

/// The way of an event from a result or an operator back to where it was written.
struct Chain {
  /// An event on the way, the latest first.
  struct Link {
    /// The part that the sender had in the event.
    enum Part {
      /// A source sent it as it is written.
      case wrote
      /// A source that had already ended interrupted a new observer.
      case hadEnded(at: Int)
      /// An operator created it, without an event that it received.
      case created
      case passed
      /// An operator made it of another event, in some cases when an event released it.
      case made(from: Timeline.Marble, until: Neighbor?)
      /// An operator combined a value with its state, which is not known if the operator does not send it.
      case folded(from: Timeline.Marble, state: Value?)
      /// An operator made it of the values of a stream that had completed.
      case concluded(from: [Value], at: Timeline.Marble)
      /// An operator sent it later than it received it, in some cases when an event released it.
      case held(since: Timeline.Marble, until: Neighbor?)
      /// An operator combined it with others, in some cases when an event released them.
      case combined(with: [Neighbor], since: Timeline.Marble, until: Neighbor?)
      /// An operator sent this end because of another event, at which its closure may have thrown.
      case ended(at: Timeline.Marble, thrown: Bool)
      /// A source would have sent it.
      case missed
      /// It started the inner stream that sent the event before, on a tick and in some cases with its state, or would
      /// have started it.
      case started(at: Int?, with: Value?)
      /// It was the reason to subscribe to the stream that sent the event before.
      case subscribed(to: String, again: Bool, at: Int)
      /// The time was up, which was the reason to subscribe to the stream that sent the event before on a tick.
      ///
      /// The time began with the event of the link, or with the subscription to the operator.
      case subscribedAtTime(to: String, at: Int, sinceEvent: Bool)
    }

    /// An event of another stream, with the name of the stream.
    typealias Neighbor = (name: String, marble: Timeline.Marble)

    let marble: Timeline.Marble
    /// The operator or the source that sent it, if it is known.
    let stage: Stage?
    fileprivate(set) var part: Part
    /// The places in the drawing.
    let references: [Diagram.EventReference]
    /// The number of the branch on which the link is, where each inner stream adds the branch of the value that started it.
    var branch = 0
    /// Whether it belongs to the reason for a subscription, and not to the event.
    var isReason = false
    /// The number of the event in the order of the run, where an inner stream is started after its event.
    let order: Int

    /// The tick on which the part was done.
    var tick: Int {
      switch part {
      case .started(let tick?, _), .subscribed(_, _, let tick), .subscribedAtTime(_, let tick, _): tick
      default: marble.tick
      }
    }
  }

  private(set) var links: [Link] = []
  /// The links without those that lead to the subscriptions of the streams.
  var own: [Link] { links.filter { !$0.isReason } }
  /// The places in the drawing of all events that contributed.
  private(set) var references: Set<Diagram.EventReference> = []
}

extension Chain {
  /// Adds a link, in place of the last one if there are as many as should be kept.
  mutating func add(_ link: Link, keeping maxCount: Int) {
    if links.count == maxCount { links.removeLast() }
    links.append(link)
    references.formUnion(link.references)
  }

  /// The chain with its links in the order of time, the latest first.
  var inOrderOfTime: Chain {
    var chain = self
    chain.links = links.enumerated().sorted {
      ($1.element.tick, $1.element.order, $0.offset) < ($0.element.tick, $0.element.order, $1.offset)
    }
    .map(\.element)
    return chain
  }

  /// Adds another way, without the links of both.
  mutating func append(_ other: Chain) {
    let branchCount = (links.map(\.branch).max() ?? 0) + 1
    for var link in other.links {
      let isCommon = links.contains {
        $0.stage === link.stage && ($0.order, $0.tick) == (link.order, link.tick) && $0.marble == link.marble
      }
      if isCommon { continue }
      link.branch += branchCount
      links.append(link)
    }
    references.formUnion(other.references)
  }

  /// Replaces the way to the last of some events that an operator combined by the way to another one of them.
  mutating func lead(to marble: Timeline.Marble, of stage: Stage, by way: Chain) {
    guard let index = links.firstIndex(where: { $0.stage === stage }),
      case .combined(var others, let last, let release) = links[index].part,
      let other = others.firstIndex(where: { $0.marble == marble })
    else { return }
    others[other] = (links.dropFirst(index + 1).first?.stage?.name ?? others[other].name, last)
    links[index].part = .combined(with: others, since: marble, until: release)
    links.removeSubrange((index + 1)...)
    append(way)
  }

  /// The operator that had the last visible part in the event.
  var decisive: Stage? {
    links.first { link in
      switch link.part {
      case .passed, .wrote, .hadEnded, .missed, .started, .subscribed, .subscribedAtTime: false
      default: true
      }
    }?.stage
  }

  /// Returns the last part of the way to a subscription in words.
  func reason(ofStartAt tick: Int) -> String? {
    let clauses = links.lazy.compactMap(\.clause)
    // That the operator subscribed is not the reason, but the event at which it did.
    guard case .subscribed? = links.first?.part, links.first?.marble.tick == tick else { return clauses.first }
    return clauses.dropFirst().first ?? clauses.first
  }

  /// The events that sources sent.
  var sent: [Link] { own.filter { if case .wrote = $0.part { true } else { false } } }

  /// The events that operators created.
  var created: [Link] { own.filter { if case .created = $0.part { $0.stage?.use != nil } else { false } } }

  mutating func mark(_ others: Set<Diagram.EventReference>) { references.formUnion(others) }
}
