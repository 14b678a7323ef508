import { readdirSync, readFileSync } from "node:fs"
import { diagnose } from "./diagnose.ts"
import { signatureOf } from "./signature.ts"

const folder = new URL("parsers/fixtures/", import.meta.url)
const outputs = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".txt"),
)

/** What a run would have printed at another time, on another machine. */
const noises: readonly (readonly [string, (output: string) => string])[] = [
  ["other line ends", (output) => output.replaceAll(/\r?\n/g, "\r\n")],
  ["colour", (output) => output.replaceAll(/^( *)(\w+)/gm, "$1\u001b[31m$2\u001b[39m")],
  [
    "a slower machine",
    (output) => output.replaceAll(/(?<=\(|in |duration_ms )(\d{1,4}\.\d{1,6})(?=ms\)|s\b|$)/gm, "1$1"),
  ],
]

function signed(output: string): string {
  return signatureOf(diagnose({ ok: false, output }, { check_id: "check" }), {}).signature
}

const failing = outputs
  .map((name) => [name, readFileSync(new URL(name, folder), "utf8")] as const)
  .flatMap(([name, output]) => {
    const { parser } = diagnose({ ok: false, output }, { check_id: "check" })
    return parser === "lines" ? [] : [{ name, output, parser }]
  })

/** The first output of each parser, and all the others. */
export function printedFailures() {
  const first = new Map(failing.toReversed().map((one) => [one.parser, one]))
  const [some, others] = [true, false].map((is_first) =>
    failing.filter((one) => (first.get(one.parser) === one) === is_first),
  )
  return { some: some ?? [], others: others ?? [] }
}

/** Names of the noises that make the output another failure. */
export function unlikeNoises(output: string): readonly string[] {
  return noises.filter(([, noisy]) => signed(noisy(output)) !== signed(output)).map(([what]) => what)
}
