"""The operators, as the overview page lists them: an index with pictures, and a tree of questions."""
import html
import re

from markup import plain, with_code

QUESTIONS = {
    "Creating streams": "I have no stream yet: I want to create one",
    "Transforming values": "I want to change values, or put them together",
    "Filtering values": "I want only some of the values",
    "Combining streams": "I have several streams",
    "Flattening streams of streams": "each value starts a stream of its own",
    "Timing": "it depends on time",
    "Handling failures": "a stream can fail",
    "Sharing, repeating and effects": "I want to share or repeat a stream, or do something beside it",
    "Aggregating values": "I want one result of all values",
}

NEEDS = [
    ("with a closure of mine", lambda call: "{" in call),
    ("with another stream", lambda call: bool(re.search(r"\b(other|stream|source|sampler|until|trigger|replacement|condition|b)\b", call))),
    ("with a value, a number or a time", lambda call: bool(re.search(r"\((?!\))", call))),
    ("without any argument", lambda call: True),
]


class Operator:
    def __init__(self, name, family, summary, signatures):
        self.name = name
        self.family = family
        self.summary = summary
        self.signatures = signatures
        self.page = f"Documentation/Operators/{name}.html"


def parsed(text):
    """Returns the operators of the overview page in their order."""
    found = []
    for family, section in re.findall(r"^## ([^\n]*)\n(.*?)(?=^## |\Z)", text, flags=re.S | re.M):
        if family not in QUESTIONS:
            continue
        for name, body in re.findall(r"^### ([^\n]*)\n(.*?)(?=^### |\Z)", section, flags=re.S | re.M):
            summary = with_code(body.strip().split("\n", 1)[0])
            signatures = re.search(r"```swift\n(.*?)```", body, flags=re.S)
            found.append(Operator(name, family, summary, signatures[1].strip().split("\n") if signatures else []))
    return found


def in_families(operators):
    for family in QUESTIONS:
        yield family, [operator for operator in operators if operator.family == family]


def index(operators, aliases):
    """Returns the index with pictures, which a script can filter."""
    parts = [
        "<h1>All operators</h1>",
        '<p class="filter" hidden><label for="filter">Name, family or what you want to do</label> '
        '<input id="filter" type="search" autocomplete="off"></p>',
        '<p>Not sure which one? <a href="choose.html">Which operator do I need?</a></p>',
    ]
    for family, members in in_families(operators):
        cards = []
        for operator in members:
            others = aliases.get(operator.name, [])
            words = " ".join([operator.name, family, QUESTIONS[family], plain(operator.summary), *others]).lower()
            cards.append(
                f'<li data-words="{html.escape(words)}"><a href="{operator.page}"><code>{operator.name}</code></a> '
                f"{operator.summary}"
                f'<img src="Documentation/Pictures/Operators/{operator.name}.svg" alt="" loading="lazy"></li>')
        parts.append(f'<section class="family"><h2>{html.escape(family)}</h2><ul class="cards">{"".join(cards)}</ul></section>')
    return "\n".join(parts)


def choice(operators):
    """Returns the tree of questions: what one wants to do, then what one has for it."""
    parts = ["<h1>Which operator do I need?</h1>", "<p>Open what fits.</p>"]
    for family, members in in_families(operators):
        groups = {need: [] for need, _ in NEEDS}
        for operator in members:
            for signature in operator.signatures:
                call = signature.split(operator.name, 1)[-1]
                need = next(need for need, holds in NEEDS if holds(call))
                groups[need].append((operator, signature))
        inner = []
        for need, calls in groups.items():
            if not calls:
                continue
            items = "".join(
                f'<li><a href="{operator.page}"><code>{html.escape(signature)}</code></a> {operator.summary}</li>'
                for operator, signature in calls)
            inner.append(f"<details><summary>{need}</summary><ul>{items}</ul></details>")
        parts.append(f'<details><summary>{html.escape(QUESTIONS[family])}</summary>{"".join(inner)}</details>')
    parts.append('<p><a href="operators.html">All operators with their pictures</a></p>')
    return "\n".join(parts)


def aliases(text):
    """Returns the names of each operator in other libraries, from the list of the overview page."""
    sections = re.findall(r"^### ([^\n]*)\n(.*?)(?=^##|\Z)", text, flags=re.S | re.M)
    listed = {name: re.search(r"^Elsewhere: (.*)", body, flags=re.M) for name, body in sections}
    return {name: re.findall(r"`([^`]+)` \(", names[1]) for name, names in listed.items() if names}
