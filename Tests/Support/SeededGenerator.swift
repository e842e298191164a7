import Marbles

/// The generator of random numbers for tests.
package typealias SeededGenerator = SplitMix64
