import Testing
import Reactive
