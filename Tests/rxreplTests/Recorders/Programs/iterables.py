"""Records asynchronous iterables, and prints their values: `python iterables.py folder trace`.

Without a trace, nothing is recorded, and the output is the same.
"""
import asyncio
import contextlib
import sys

sys.path.insert(0, sys.argv[1])
from rxrepl_recorder import Recorder

iterate = Recorder(sys.argv[2]).iterate if len(sys.argv) > 2 else lambda name, iterable: iterable


async def numbers(count):
    for number in range(count):
        await asyncio.sleep(0)
        yield number


async def doubled(source):
    async for number in source:
        yield 2 * number


class Letters:
    """An iterable that can be iterated several times."""

    def __aiter__(self):
        return self.letters()

    async def letters(self):
        yield "a"
        yield "b"


async def main():
    # Generators after one another, and an inner loop that ends early.
    async for number in iterate("doubled", doubled(iterate("numbers", numbers(2)))):
        async for letter in iterate("letters", Letters()):
            print(number, letter)
            break

    # What starts in the body of a loop has a cause, what starts after it does not.
    async def effect():
        await asyncio.sleep(0)
        async for number in iterate("effect", numbers(1)):
            print("effect", number)

    async for number in iterate("causes", numbers(2)):
        await asyncio.create_task(effect())
        break
    await effect()

    # Errors of the iterable and of the body, and the end of a task.
    async def failing():
        yield 1
        raise ValueError("bad")

    with contextlib.suppress(ValueError):
        async for number in iterate("failing", failing()):
            print("failing", number)
    with contextlib.suppress(KeyError):
        async for number in iterate("throwing", numbers(2)):
            raise KeyError(number)

    async def waiting():
        async for number in iterate("waiting", numbers(2)):
            await asyncio.Event().wait()

    task = asyncio.create_task(waiting())
    for _ in range(5):
        await asyncio.sleep(0)
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task

    # The wrapper has what the iterable has: more iterations, or the methods of a generator.
    letters = iterate("again", Letters())
    for _ in range(2):
        print([letter async for letter in letters])
    async with contextlib.aclosing(iterate("closed", numbers(2))) as closed:
        async for number in closed:
            print("closed", number)


asyncio.run(main())
