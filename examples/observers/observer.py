"""An observer for lost200 in Python, standard library only: it reads what the receiver wrote into SQLite.

observe: { command: "python3 observer.py", env: { DATABASE: "payments.db" } }
Try it alone: npx lost200 check-observer --command "python3 observer.py" --object an-id-that-exists
"""

import json
import os
import sqlite3
import sys

path = os.environ.get("DATABASE", "payments.db")
database = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=4)


def state(object_id):
    row = database.execute("SELECT status FROM payments WHERE id = ?", [object_id]).fetchone()
    return row[0] if row else None


def effects(object_id):
    # No DISTINCT, no LIMIT: an effect that happened twice must be seen twice.
    rows = database.execute(
        "SELECT 'ledger', event_id FROM ledger WHERE payment_id = ?", [object_id]
    )
    return [{"kind": kind, "eventId": event_id} for kind, event_id in rows]


def answer(question):
    if question["kind"] == "hello":
        return {"protocol": 1, "sees": ["state", "effects"]}
    try:
        if question["kind"] == "state":
            return {"id": question["id"], "state": state(question["objectId"])}
        if question["kind"] == "effects":
            return {"id": question["id"], "effects": effects(question["objectId"])}
        return {"id": question["id"], "error": f"unknown kind {question['kind']}"}
    except Exception as error:
        return {"id": question["id"], "error": str(error)}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
