"""Renders the page that node bench/jinja.js measures with Python's Jinja2: source and variables come as JSON on stdin, renders a second go out."""
import json
import sys
import time

import jinja2
from jinja2.sandbox import ImmutableSandboxedEnvironment

given = json.load(sys.stdin)
environment = ImmutableSandboxedEnvironment(undefined=jinja2.ChainableUndefined)
environment.tests["odd"] = lambda value: value % 2 == 1
template = environment.from_string(given["source"])
variables = given["variables"]
text = template.render(variables).strip()
rounds = 50
while True:
    start = time.perf_counter()
    for _ in range(rounds):
        template.render(variables)
    seconds = time.perf_counter() - start
    if seconds > 1:
        break
    rounds *= 3
print(json.dumps({"version": jinja2.__version__, "perSecond": rounds / seconds, "text": text}))
