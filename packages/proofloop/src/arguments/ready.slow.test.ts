import { spawn } from "node:child_process"
import { cp, mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { openRunStore } from "@proofloop/jobs/pipeline"
import { expect, test } from "vitest"
import { pathWith } from "../../../foundation/src/process/environment.fixture.ts"
import { call, type Called } from "../console/io.fixture.ts"
import { add } from "../feedback/feedback.fixture.ts"
import { verbs } from "../verbs.ts"
import { emptyFolder, shop } from "../verdicts/shop.fixture.ts"

/** Options behind which a call needs what not every machine has. */
const NEEDY = ["sandbox", "unsafe-host-runner", "api-key-env", "github-token-env"]

const MODEL = ["--model", "m", "--base-url", "http://127.0.0.1:9/v1"]
const KEY = ["--api-key-env", "NO_KEY"]
const NO_SANDBOX = "bwrap is not installed"
const NO_KEY = "the environment variable NO_KEY is not set"
const NO_TOKEN = "the environment variable GITHUB_TOKEN has no token"
const GITHUB = ["--forge", "github:acme/shop", "--base", "next"]

interface Wrong {
  /** What the machine lacks for the call. */
  readonly lacks: string
  readonly call: readonly string[]
  /** More arguments, each with a second fault, and what is said of it. */
  readonly faults: readonly (readonly [words: readonly string[], told: string])[]
}

/** Verbs that take a model's key from an option, and never ask a model on their own. */
const ASKS_NOTHING = ["doctor"]

const PIPELINE_FAULTS: Wrong["faults"] = [
  [["--prompt-dir", "nowhere"], "--prompt-dir"],
  [["--max-usd", "1"], "--max-usd needs --prices"],
]

const wrongCalls = ({
  queued,
  opened,
}: {
  readonly queued: string
  readonly opened: string
}): Readonly<Record<string, readonly Wrong[]>> => ({
  run: [
    {
      lacks: NO_SANDBOX,
      call: ["task", "--sandbox", "--verify", "true", ...MODEL],
      faults: [
        [["--set", "max_iterations=none"], "max_iterations"],
        [["--gate", "--repo", "../plain"], "is not in a git repository"],
        [["--trace", "nowhere/trace"], "--trace"],
        [["--verify", ""], "--verify"],
      ],
    },
    {
      lacks: NO_KEY,
      call: ["task", "--verify", "true", ...MODEL, ...KEY],
      faults: [[["--set", "nudges=1"], "nudges"]],
    },
  ],
  resume: [{ lacks: NO_KEY, call: ["journal", ...KEY], faults: [[["--head", "abc"], "--head"]] }],
  check: [
    {
      lacks: NO_SANDBOX,
      call: ["--sandbox"],
      faults: [
        [["--staged", "--head", "HEAD"], "exclude each other"],
        [["--base", "nowhere"], "--base"],
        [["--repo", "../plain"], "is not in a git repository"],
        [["../outside"], "outside"],
        [["--baseline", "nowhere"], "--baseline"],
        [["--report", "sarif=nowhere/report"], "--report"],
      ],
    },
  ],
  verify: [
    {
      lacks: NO_KEY,
      call: ["--run-verifiers", "--contract", "docs/**", ...MODEL, ...KEY],
      faults: [
        [["--min-lenses", "99"], "--min-lenses"],
        [["--base", "nowhere"], "--base"],
      ],
    },
  ],
  eval: [
    {
      lacks: NO_KEY,
      call: ["--verifiers", ...MODEL, ...KEY],
      faults: [
        [["--lens", "nothing"], "--lens"],
        [["--builds", "src"], "--builds"],
      ],
    },
  ],
  "feedback process": [
    {
      lacks: NO_SANDBOX,
      call: MODEL,
      faults: [
        [["--test-command", "true"], "--test-command"],
        [["--forge", "nowhere", "--base", "next"], "--forge"],
        [["--draft", "auto", "--github-fork", "a/b"], "--github-fork"],
        [["fb-none"], "there is no feedback"],
      ],
    },
    {
      lacks: NO_TOKEN,
      call: [...MODEL, ...GITHUB, "--unsafe-host-runner"],
      faults: [[["--base", ""], "--base"]],
    },
  ],
  "feedback verify": [
    {
      lacks: NO_SANDBOX,
      call: [],
      faults: [
        [["--github-fork", "a/b"], "--github-fork"],
        [["fb-none"], "there is no feedback"],
      ],
    },
  ],
  "feedback reject": [
    {
      lacks: NO_TOKEN,
      call: ["fb-1", "--reason", "no", ...GITHUB],
      faults: [[["--forge", "github:acme"], "--forge"]],
    },
  ],
  "feedback revert": [
    { lacks: NO_TOKEN, call: ["fb-1", ...GITHUB], faults: [[["--forge", "github:acme"], "--forge"]] },
  ],
  "pipeline run": [
    {
      lacks: NO_SANDBOX,
      call: [".", ...MODEL],
      faults: [
        ...PIPELINE_FAULTS,
        [["--check-timeout", "99999999999"], "--check-timeout"],
        [["--reset", "--resume"], "exclude each other"],
        [["--base", "nowhere"], "--base"],
        [["--forge", "src"], "--forge"],
        [["--github-fork", "a/b"], "--github-fork"],
      ],
    },
    {
      lacks: NO_TOKEN,
      call: ["github:acme/shop", ...MODEL],
      faults: [...PIPELINE_FAULTS, [["--github-app", "1"], "--github-app"], [["--ci", "true"], "--ci"]],
    },
    { lacks: NO_KEY, call: [".", "--unsafe-host-runner", ...MODEL, ...KEY], faults: PIPELINE_FAULTS },
  ],
  "pipeline resume": [{ lacks: NO_SANDBOX, call: [queued, ...MODEL], faults: PIPELINE_FAULTS }],
  "pipeline review": [
    { lacks: NO_SANDBOX, call: [opened, "--integrate", ...MODEL], faults: PIPELINE_FAULTS },
  ],
  "pipeline fix-ci": [
    {
      lacks: NO_SANDBOX,
      call: [".", "--branch", "topic", ...MODEL],
      faults: [...PIPELINE_FAULTS, [["--branch", "no..branch"], "--branch"], [["--forge", "src"], "--forge"]],
    },
  ],
  "fleet run": [
    {
      lacks: NO_SANDBOX,
      call: ["list.txt", "--once", ...MODEL],
      faults: [
        ...PIPELINE_FAULTS,
        [["--concurrency", "9999999"], "--concurrency"],
        [["--forge", "src"], "--forge"],
      ],
    },
    {
      lacks: NO_TOKEN,
      call: ["--owner", "acme", "--once", ...MODEL],
      faults: PIPELINE_FAULTS,
    },
  ],
})

/** Calls the command in a process of its own, whose PATH has git and node alone; one after the other. */
async function callBare(home: string, cwd: string, asked: readonly (readonly string[])[]) {
  const PATH = await pathWith("git", "node")
  const args = ["--import", "tsx", fileURLToPath(new URL("calls_elsewhere.fixture.ts", import.meta.url))]
  const child = spawn(process.execPath, args, {
    env: { PATH, HOME: home },
    stdio: ["pipe", "pipe", "inherit"],
  })
  let output = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text))
  child.stdin.end(JSON.stringify(asked.map((words) => ({ args: words, cwd }))))
  await new Promise((resolve) => child.once("close", resolve))
  return JSON.parse(output) as readonly Called[]
}

/** A run in each state that is driven on, in the state folder below a home folder. */
async function keepRuns(
  home: string,
  url: string,
): Promise<{ readonly queued: string; readonly opened: string }> {
  const state = join(home, ".proofloop/pipeline")
  await mkdir(state, { recursive: true })
  const store = await openRunStore(join(state, "runs.db"))
  const { id: queued } = await store.add({ url, base: "main" })
  const { id: opened } = await store.add({ url, base: "other" })
  for (const to of ["analysing", "planning", "working"] as const) await store.change(opened, { to, note: {} })
  const pull_request = { number: 7, url: "https://forge.test/7", identity: { number: 7 } } as never
  const work = { head: "0".repeat(40), branch: "auto/proofloop/plan-1", pull_request }
  await store.change(opened, { to: "publishing", work, note: {} })
  await store.change(opened, { to: "pr-open", note: {} })
  await store.close()
  return { queued, opened }
}

test("every verb tells what is wrong with the call before what the machine lacks", async () => {
  const home = await emptyFolder()
  const cwd = join(home, "shop")
  await cp(await shop(), cwd, { recursive: true })
  await add(cwd)
  await writeFile(join(cwd, "list.txt"), ".\n")
  await mkdir(join(home, "plain"))
  await call(["run", "task", "--verify", "true", ...MODEL, "--journal", "journal"], { cwd })
  const table = wrongCalls(await keepRuns(home, cwd))
  const needy = verbs
    .flatMap((verb) => verb.actions ?? [verb])
    .filter(({ options }) => NEEDY.some((name) => name in options))
  expect(Object.keys(table).toSorted()).toEqual(
    needy
      .map(({ name }) => name)
      .filter((name) => !ASKS_NOTHING.includes(name))
      .toSorted(),
  )
  const rows = Object.entries(table).flatMap(([verb, wrongs]) =>
    wrongs.flatMap(({ lacks, call: words, faults }) =>
      [[[], lacks] as const, ...faults].map(([more, told]) => ({
        told,
        args: [...verb.split(" "), ...words, ...more],
      })),
    ),
  )
  const called = await callBare(
    home,
    cwd,
    rows.map(({ args }) => args),
  )
  const wrong = rows.flatMap(({ args, told }, at) => {
    const { code, stderr = "" } = called[at] ?? {}
    const plain = stderr.replaceAll(/\s+/g, " ")
    return code === 2 && plain.includes(told) ? [] : [`${args.join(" ")}: ${code} ${plain}, and not ${told}`]
  })
  expect(wrong).toEqual([])
})
