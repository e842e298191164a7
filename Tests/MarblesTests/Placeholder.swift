import Testing
import Marbles
