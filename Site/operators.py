"""The operators, as the overview page lists them: an index with pictures, and a tree of questions."""
import html
import re

from choices import CHOICES
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
        "<p>Each operator with its picture, by what you want to do.</p>",
        '<p hidden class="filter"><label for="filter">Name, family or what you want to do</label> '
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
    """Returns the tree of questions: what one wants to do, then the calls that do it."""
    parts = ["<h1>Which operator do I need?</h1>", "<p>Open what you want to do. Each answer is a call, with what it does.</p>"]
    known = {operator.name: operator for operator in operators}
    for question, needs in CHOICES:
        inner = []
        for need, calls in needs:
            items = ""
            for call in calls:
                operator = known[re.match(r"(?:a\.)?(\w+)", call)[1]]
                items += f'<li><a href="{operator.page}"><code>{html.escape(call)}</code></a> {operator.summary}</li>'
            inner.append(f"<h3>{html.escape(need)}</h3><ul>{items}</ul>")
        parts.append(f'<details><summary>{html.escape(question)}</summary>{"".join(inner)}</details>')
    parts.append('<p><a href="operators.html">All operators with their pictures</a></p>')
    missing = known.keys() - {re.match(r"(?:a\.)?(\w+)", call)[1] for _, needs in CHOICES for _, calls in needs for call in calls}
    if missing:
        raise SystemExit(f"Site/choices.py: error: no question leads to {', '.join(sorted(missing))}")
    return "\n".join(parts)


def aliases(text):
    """Returns the names of each operator in other libraries, from the list of the overview page."""
    sections = re.findall(r"^### ([^\n]*)\n(.*?)(?=^##|\Z)", text, flags=re.S | re.M)
    listed = {name: re.search(r"^Elsewhere: (.*)", body, flags=re.M) for name, body in sections}
    return {name: re.findall(r"`([^`]+)` \(", names[1]) for name, names in listed.items() if names}
