import { due, held, take, to } from "./parts.ts"
import { machineSetup } from "./setup.ts"

/**
 * One row of feedback, from where it stands to where it waits, fails or ends. A state for each of the row's, the steps
 * inside it; every transition is a guard over the row. No I/O: each step is a slot that resolves to the row as it is in
 * the store afterwards; createSelfCorrection fills them.
 */
export const selfCorrectionMachine = machineSetup.createMachine({
  id: "feedback",
  context: ({ input }) => ({ row: input.row, next: "on", thrown: null }),
  output: ({ context }) => context,
  initial: "resuming",
  states: {
    /** Where the row stands says where it is taken up, after a crash too. */
    resuming: {
      always: [
        to("pending"),
        to("triaged"),
        to("awaiting-approval"),
        to("in-fix"),
        to("fix-pr-open"),
        to("verified"),
        to("rejected"),
        to("regression-alarm"),
        to("failed"),
        { target: "closed" },
      ],
    },
    pending: {
      initial: "choosing",
      always: [to("triaged"), to("rejected"), to("failed"), held("pending")],
      states: {
        choosing: { always: [due("pending", "triage", "triaging")] },
        triaging: { invoke: take("triage") },
      },
    },
    triaged: {
      initial: "choosing",
      always: [to("awaiting-approval"), to("in-fix"), to("failed"), held("triaged")],
      states: {
        choosing: {
          always: [due("triaged", "localise", "localising"), due("triaged", "plan", "planning")],
        },
        localising: { invoke: take("localise") },
        planning: { invoke: take("plan") },
      },
    },
    awaiting_approval: {
      initial: "choosing",
      always: [to("in-fix"), to("triaged"), to("rejected"), to("failed"), held("awaiting-approval")],
      states: {
        choosing: {
          always: [
            due("awaiting-approval", "request_approval", "requesting"),
            due("awaiting-approval", "await_approval", "waiting"),
          ],
        },
        requesting: { invoke: take("request_approval") },
        waiting: { invoke: take("await_approval") },
      },
    },
    in_fix: {
      initial: "choosing",
      always: [to("fix-pr-open"), to("failed"), held("in-fix")],
      states: {
        choosing: {
          always: [
            due("in-fix", "fix", "fixing"),
            due("in-fix", "write_test", "writing_test"),
            due("in-fix", "differential", "differential"),
            due("in-fix", "review", "reviewing"),
            due("in-fix", "publish", "publishing"),
          ],
        },
        fixing: { invoke: take("fix") },
        writing_test: { invoke: take("write_test") },
        differential: { invoke: take("differential") },
        reviewing: { invoke: take("review") },
        publishing: { invoke: take("publish") },
      },
    },
    fix_pr_open: {
      initial: "choosing",
      always: [to("verified"), to("regression-alarm"), to("rejected"), to("failed"), held("fix-pr-open")],
      states: {
        choosing: {
          always: [
            due("fix-pr-open", "notify", "notifying"),
            due("fix-pr-open", "await_merge", "awaiting_merge"),
            due("fix-pr-open", "verify_merge", "verifying_merge"),
          ],
        },
        notifying: { invoke: take("notify") },
        awaiting_merge: { invoke: take("await_merge") },
        verifying_merge: { invoke: take("verify_merge") },
      },
    },
    /** The test is red on what was merged. Stays until a later commit of the base branch is green, or a person closes it. */
    regression_alarm: {
      initial: "choosing",
      always: [to("verified"), held("regression-alarm")],
      states: {
        choosing: {
          always: [
            due("regression-alarm", "notify", "notifying"),
            due("regression-alarm", "await_merge", "awaiting_merge"),
            due("regression-alarm", "verify_merge", "verifying_merge"),
          ],
        },
        notifying: { invoke: take("notify") },
        awaiting_merge: { invoke: take("await_merge") },
        verifying_merge: { invoke: take("verify_merge") },
      },
    },
    verified: {
      initial: "choosing",
      always: [to("closed"), held("verified")],
      states: {
        choosing: {
          always: [due("verified", "notify", "notifying"), due("verified", "close", "closing")],
        },
        notifying: { invoke: take("notify") },
        closing: { invoke: take("close") },
      },
    },
    rejected: {
      initial: "choosing",
      always: [to("closed"), held("rejected")],
      states: {
        choosing: {
          always: [due("rejected", "notify", "notifying"), due("rejected", "close", "closing")],
        },
        notifying: { invoke: take("notify") },
        closing: { invoke: take("close") },
      },
    },
    /** Stays until a person takes it up again, rejects or closes it. */
    failed: {
      initial: "choosing",
      always: [held("failed")],
      states: {
        choosing: { always: [due("failed", "notify", "notifying")] },
        notifying: { invoke: take("notify") },
      },
    },
    closed: { type: "final" },
    /** Nothing more can be done now: it waits for somebody, or a step failed. The row keeps its state. */
    held: { type: "final" },
  },
})
