"""A current-failure model in another language, speaking the conformance suite's JSON lines on stdio.

It is the heart of Harn V1 only: one slot, streaks keyed by signature, a fold one turn late, one trip on the turn the
streak reaches the threshold. Enough for the cases below repair/streak.
"""

import hashlib
import json
import sys

EDIT_KINDS = {"edit", "write", "scaffold", "delete", "mutation", "mutate"}


class Detector:
    def __init__(self, options, tools):
        knobs = options.get("stall_diagnostics") or {}
        self.threshold = knobs.get("stuck_same_diagnostic_after", 3)
        self.tools = tools
        self.turn = 0
        self.pending = None
        self.state = {
            "last_diagnostic_class": "",
            "last_diagnostic_signature": "",
            "write_epoch": 0,
            "same_diagnostic_streak": 0,
            "edit_since_failure": False,
            "reverify_owed": False,
        }

    def propose(self, _reply):
        """The turn before is folded here, before anything of this turn runs."""
        self.turn += 1
        before = self.state["same_diagnostic_streak"]
        if self.pending is not None:
            self.fold(*self.pending)
        self.pending = None
        streak = self.state["same_diagnostic_streak"]
        if streak == self.threshold and streak > before:
            return [{"pattern": "stuck_same_diagnostic", "iteration": self.turn, "count": streak}]
        return []

    def settle(self, results):
        edited = any(result.get("ok") and self.is_edit(result) for result in results)
        failing = next((result for result in results if not result.get("ok")), None)
        self.pending = (edited, failing, bool(results))
        return []

    def fold(self, edited, failing, ran):
        state = self.state
        live = state["last_diagnostic_class"] == "fail"
        if edited:
            state["write_epoch"] += 1
        if failing is not None:
            text = str(failing.get("error") or failing.get("message") or failing.get("result") or "")
            signature = "err:" + hashlib.sha256(text.encode()).hexdigest()
            same = live and signature == state["last_diagnostic_signature"]
            state["same_diagnostic_streak"] = state["same_diagnostic_streak"] + 1 if same else 1
            state.update(last_diagnostic_class="fail", last_diagnostic_signature=signature)
            state.update(edit_since_failure=False, reverify_owed=False)
        elif edited and live:
            state.update(edit_since_failure=True, reverify_owed=True)
        elif ran and not edited:
            state.update(last_diagnostic_class="pass", same_diagnostic_streak=0)
            state.update(edit_since_failure=False, reverify_owed=False)

    def is_edit(self, result):
        return self.tools.get(result.get("tool_name"), {}).get("kind") in EDIT_KINDS

    def step(self, warnings):
        return {"state": self.state, "warnings": warnings, "hard_stop": False, "reverify_mandated": False}


def main():
    detector = None
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            reply = {"name": "tiny python", "capabilities": ["detector"]}
        elif kind == "start":
            detector = Detector(message["options"], message["tools"])
            reply = {"config": {}}
        elif kind == "propose":
            reply = {"step": detector.step(detector.propose(message["input"]))}
        elif kind == "settle":
            reply = {"step": detector.step(detector.settle(message["input"]["results"]))}
        else:
            reply = {"error": {"option": kind, "message": "not implemented"}}
        print(json.dumps({"id": message["id"], **reply}), flush=True)


main()
