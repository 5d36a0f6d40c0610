"""Asks jsonsubschema about each pair of schemas in the file given first, and
writes its answers to the file given second. A pair that takes longer than five
seconds has none. It asks about the first of so many changes as the number given
third, in both orders, and gives null for the others. It must never call a failure an
answer."""

import json
import signal
import sys

from jsonsubschema import isSubschema

SECONDS = 5


def too_long(*_):
    raise TimeoutError(f"longer than {SECONDS} s")


every = int(sys.argv[3])
signal.signal(signal.SIGALRM, too_long)
with open(sys.argv[1]) as pairs, open(sys.argv[2], "w") as answers:
    for index, line in enumerate(pairs):
        schemas = json.loads(line).get("draft_04")
        answer = None
        if schemas and index // 2 % every == 0:
            signal.alarm(SECONDS)
            try:
                old, new = schemas["old"], schemas["new"]
                answer = {
                    "lost": not isSubschema(old, new),
                    "gained": not isSubschema(new, old),
                }
            except BaseException as error:
                answer = {"failed": f"{type(error).__name__}: {error}".splitlines()[0][:200]}
            finally:
                signal.alarm(0)
        answers.write(json.dumps(answer) + "\n")
