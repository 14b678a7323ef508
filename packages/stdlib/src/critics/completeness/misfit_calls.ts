import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import type { Call } from "../../code/call.ts"
import { callsIn } from "../../code/calls.ts"
import { isGenerated } from "../../code/generated.ts"
import { type Language, languageOf } from "../../code/language.ts"
import { readText } from "../../code/readings.ts"
import type { Parameter, Signature } from "../../code/signature.ts"
import { mayChange, signatureReader } from "../../code/signatures.ts"
import { symbolIndex } from "../../code/symbol_index.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import type { Violation } from "../verdict.ts"
import { type Changed, means, namesOf } from "./called_function.ts"

/** Functions whose parameters changed while calls that surely mean them still fit the parameters of before alone. */
export async function misfitCalls(change: ChangeSet, facts: RepositoryFacts): Promise<readonly Violation[]> {
  const changed = await changedSignatures(change)
  if (changed.length === 0) return []
  const names = new Set(changed.flatMap((one) => Object.values(namesOf(one))))
  const index = await symbolIndex(facts, names)
  if (index.truncated) return []
  const misfits = new Map<Changed, Misfit[]>()
  for (const path of index.files.keys()) {
    const language = languageOf(path)
    const text = strictText(await facts.read(path))
    const mine = changed.filter((one) => isSameFamily(one.language, language))
    if (language === null || text === null || mine.length === 0) continue
    const found = await callsIn(language, text, new Set(mine.map((one) => namesOf(one).called)))
    const before = change.files.find((file) => file.path === path)
    const old = before === undefined ? text : (strictText(before.before) ?? "")
    for (const call of found?.calls ?? []) {
      for (const one of mine) {
        const why = misfit(call, one, old.includes(call.text))
        if (why === null || found === null || !(await means(call, { path, text, found, index, facts }, one)))
          continue
        misfits.set(one, [...(misfits.get(one) ?? []), { place: `${path}:${call.line}`, why }])
      }
    }
  }
  return [...misfits].map(([{ path, after }, found]) => ({
    path,
    line: after.line,
    rule: "misfit_call",
    message: `${after.qualified_name} ${found[0]?.why} at ${listed(found.map(({ place }) => place))}`,
    evidence: after.qualified_name,
  }))
}

interface Misfit {
  readonly place: string
  readonly why: string
}

function listed(places: readonly string[]): string {
  const more = places.length - MOST_PLACES
  return `${places.slice(0, MOST_PLACES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`
}

const MOST_PLACES = 3

async function changedSignatures(change: ChangeSet): Promise<readonly Changed[]> {
  const changed: Changed[] = []
  for (const { path, before, after } of change.files) {
    const language = languageOf(path)
    const [old, now] = [strictText(before), strictText(after)]
    if (
      language === null ||
      old === null ||
      now === null ||
      old === now ||
      !mayChange(now, old) ||
      isGenerated(now)
    )
      continue
    const [was, is] = [
      await readText(signatureReader, language, old),
      await readText(signatureReader, language, now),
    ]
    for (const [name, signature] of is ?? []) {
      const known = was?.get(name)
      if (known !== undefined && told(known) !== told(signature))
        changed.push({ path, language, before: known, after: signature })
    }
  }
  return changed
}

function told({ parameters, on_value }: Signature): string {
  return JSON.stringify([parameters, on_value])
}

function isSameFamily(language: Language, other: Language | null): boolean {
  const SCRIPTS = ["javascript", "typescript", "tsx"]
  return language === other || (SCRIPTS.includes(language) && other !== null && SCRIPTS.includes(other))
}

/** Why a call that fitted does not fit any more; null: it fits, or never did. */
function misfit(call: Call, { before, after, language }: Changed, was_there: boolean): string | null {
  if (before.on_value !== after.on_value || problemOf(call, before, language) !== null) return null
  const problem = problemOf(call, after, language)
  if (problem !== null) return problem
  const [old, now] = [positional(before), positional(after)]
  const names = [new Set(old.map(({ name }) => name)), new Set(now.map(({ name }) => name))] as const
  const shifted = old.slice(0, call.positional).some(({ name }, index) => {
    const other = now[index]?.name ?? name
    return (
      name !== other &&
      /\w/.test(name) &&
      name !== "_" &&
      other !== "_" &&
      (names[1].has(name) || names[0].has(other))
    )
  })
  return shifted && was_there
    ? "has its parameters in another order now, and is still called as before"
    : null
}

function problemOf(
  call: Call,
  { parameters, on_value, owner }: Signature,
  language: Language,
): string | null {
  const most = positional({ parameters })
  // Through its type, a method of Rust and one that extends a type of C# get the value first.
  const is_through =
    language === "csharp" ? call.object === owner : language === "rust" && isThroughType(call)
  const given = call.positional - (on_value && is_through ? 1 : 0)
  if (given > most.length) return `takes ${countOf(most)} now, and is still given ${given}`
  const named = new Set(call.keywords)
  const known = parameters.filter(
    (one, index) => one.by !== "position" && (one.by === "keyword" || index >= given),
  )
  const unknown = call.keywords.find((name) => known.every((one) => one.name !== name))
  if (unknown !== undefined) return `takes no ${unknown}= now, and is still given it`
  // JavaScript lets a call leave out any of them.
  if (language === "javascript") return null
  const missing = parameters.find(
    (one, index) => one.required && !named.has(one.name) && (one.by === "keyword" || index >= given),
  )
  return missing === undefined
    ? null
    : `requires ${missing.name === "" ? "another argument" : missing.name} now, and is still called without it`
}

/** `Cart::total(cart)`, not `cart.total()`. */
function isThroughType({ object, text }: Call): boolean {
  return object !== null && text.slice(object.length).trimStart().startsWith("::")
}

function countOf({ length }: readonly unknown[]): string {
  return `${length === 0 ? "no" : length} argument${length === 1 ? "" : "s"}`
}

function positional({ parameters }: Pick<Signature, "parameters">): readonly Parameter[] {
  return parameters.filter(({ by }) => by !== "keyword")
}
