import type { Verb } from "../arguments/verb.ts"

export const run: Verb = {
  name: "run",
  summary: "Let a model work on a repository until a command verifies the work",
  positionals: [],
  options: {
    repo: { type: "string", value: "DIR", doc: "The repository; default the current folder" },
    task: { type: "string", value: "TEXT", doc: "What is to be done" },
    verify: {
      type: "string",
      value: "COMMAND",
      doc: "Passes only when the work is done; default npm test, if there is a test script",
    },
    model: { type: "string", value: "NAME", doc: "Default $PROOFLOOP_MODEL" },
    "base-url": {
      type: "string",
      value: "URL",
      doc: "An OpenAI-compatible API, with its version; default $PROOFLOOP_BASE_URL",
    },
    "api-key-env": {
      type: "string",
      value: "NAME",
      doc: "The variable with the key; default OPENAI_API_KEY",
    },
    gate: {
      type: "boolean",
      doc: "Critics judge each edit, and the whole change at the end",
    },
    "allow-manifest": {
      type: "string",
      value: "PATH,...",
      multiple: true,
      doc: "Build manifests that may change under --gate",
    },
    preset: { type: "string", value: "NAME", doc: "Default evidence; proofloop presets list shows all" },
    "max-iterations": { type: "string", value: "N", doc: "Turns the model has; default the preset's" },
    set: {
      type: "string",
      value: "PATH=VALUE",
      multiple: true,
      doc: "Any loop option, as in stall_diagnostics.threshold=4",
    },
    trace: { type: "string", value: "FILE", doc: "Append the events here, without content" },
    journal: {
      type: "string",
      value: "FILE",
      doc: "Keep a record here, with content, so that proofloop resume FILE can go on",
    },
    durability: {
      type: "string",
      value: "KIND",
      choices: ["write", "fsync"],
      doc: "The journal outlives a crash: write (default) of the process, fsync of the machine",
    },
    quiet: { type: "boolean", short: "q", doc: "Only the result" },
  },
  notes: `The model can read and edit files below the repository and run shell commands in it, with your rights. Nothing is
committed. Ctrl-C ends the run and still prints its result.

exit codes
  0 verified   1 not verified   2 misuse   3 the model or the verification cannot be reached   130 aborted

example
  npx proofloop run --repo . --task "Make the failing tests pass" --verify "npm test" \\
    --model qwen3-coder --base-url http://127.0.0.1:11434/v1
`,
  async run(input, io) {
    const { runTask } = await import("../run/run.ts")
    return runTask(input, io)
  },
}
