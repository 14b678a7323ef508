import { readMember } from "@proofloop/foundation/text"
import { defineAnalyser } from "./analyser.ts"
import { holds, lacks, lacksFile } from "./finding.ts"
import { entryOf, keyLine, manifestsOf } from "./repository/manifest.ts"
import { lineLike, pathLike, type Repository } from "./repository/repository.ts"

/** Whether and how others may use it. Fails without a licence file, unless a manifest says that it is private. */
export const license = defineAnalyser({
  name: "license",
  title: "Licence",
  weight: 1,
  nothing: "a manifest says that it is not licensed to others",
  checks: [
    {
      looks_at: "a licence file at the root",
      points: 60,
      decisive: true,
      async judge(repository) {
        if (repository.paths.length === 0) return null
        const path = licencePath(repository)
        if (path !== undefined) return holds(path, null, "there is a licence file")
        const declared = await declaredLicence(repository)
        if (declared?.value === "UNLICENSED") return null
        if (declared === null && (await isPrivate(repository))) return null
        const name = declared === null ? "the licence that its owner chooses" : declared.value
        return lacksFile("LICENSE", "there is no licence file", {
          title: "Add the licence",
          description: `There is no licence file: add LICENSE with the text of ${name}.${declared === null ? " Which one is a decision of the owner." : ""}`,
        })
      },
    },
    {
      looks_at: "a text that is a known licence",
      points: 15,
      async judge(repository) {
        const found = await licenceText(repository)
        if (found === null) return null
        const { path, names } = found
        return names.length > 0
          ? holds(path, 1, `the text is that of ${names.join(" and ")}`)
          : lacks([{ path, line: 1, what: "the text is not a known licence" }], undefined)
      },
    },
    {
      looks_at:
        "the licence in package.json, pyproject.toml, setup.cfg, setup.py, Cargo.toml or pom.xml, the same as that file's",
      points: 25,
      async judge(repository) {
        const declared = await declaredLicence(repository)
        const found = await licenceText(repository)
        if (declared === null) return undeclared(repository, found)
        const { path, line, value } = declared
        if (found === null || found.names.length === 0) return holds(path, line, `the manifest says ${value}`)
        const agrees =
          /see license|license-?file/i.test(value) || found.names.some((name) => isNamed(name, value))
        return agrees || !LICENCES.some(({ name }) => isNamed(name, value))
          ? holds(path, line, `the manifest says ${value}, as the licence file does`)
          : lacks(
              [
                {
                  path,
                  line,
                  what: `the manifest says ${value}, the licence file is ${found.names.join(" and ")}`,
                },
                { path: found.path, line: 1, what: `the text is that of ${found.names.join(" and ")}` },
              ],
              {
                title: "Let manifest and licence file agree",
                description: `${path} says ${value}, and ${found.path} holds the text of ${found.names.join(" and ")}. One of them is wrong: which, the owner knows.`,
                file_hints: [path, found.path],
                action: "modify",
              },
            )
      },
    },
  ],
})

function licencePath(repository: Repository): string | undefined {
  return pathLike(
    repository,
    /^(?:(?:mit|apache|gpl|bsd)[._-])?(?:un)?(?:licen[cs]e|copying|copyright)(?:[._-][\w.-]{1,40})?$|^licenses\/[^/]{1,100}$/i,
  )
}

async function isPrivate(repository: Repository): Promise<boolean> {
  const [first] = await manifestsOf(repository, "npm")
  return (
    readMember(first?.data, "private") === true &&
    !repository.parts.some(({ ecosystem }) => ecosystem.name !== "npm")
  )
}

async function licenceText(
  repository: Repository,
): Promise<{ readonly path: string; readonly names: readonly string[] } | null> {
  const path = licencePath(repository)
  if (path === undefined) return null
  const names = new Set<string>()
  const all = repository.paths.filter((other) =>
    /^(?:.{0,20}licen[cs]e|copying)[^/]{0,60}$|^licenses\//i.test(other),
  )
  for await (const { text } of repository.texts([path, ...all.slice(0, 10)])) {
    const words = text.slice(0, 40_000).replaceAll(/\s+/g, " ")
    for (const { name, phrase } of LICENCES) if (phrase.test(words)) names.add(name)
  }
  return { path, names: [...names].sort() }
}

interface Declared {
  readonly path: string
  readonly line: number | null
  readonly value: string
}

/** The licence in the manifests nearest to the root; null: none. */
async function declaredLicence(repository: Repository): Promise<Declared | null> {
  for (const { path, text, data } of await manifestsOf(repository, "npm")) {
    const value = readMember(data, "license")
    if (typeof value === "string") return { path, line: keyLine(text, "license"), value }
    if (value !== undefined || readMember(data, "licenses") !== undefined) return null
  }
  for (const { path, text } of await manifestsOf(repository, "python")) {
    const entry =
      entryOf(text, "project", "license") ??
      entryOf(text, "tool.poetry", "license") ??
      entryOf(text, "metadata", "license")
    if (entry !== null) return { path, line: entry.line, value: entry.value.replaceAll(/["'{}]/g, "").trim() }
    const line = lineLike(text, /\blicense\s{0,4}=\s{0,4}["']|License :: /)
    if (line !== null) return { path, line, value: (text.split("\n")[line - 1] ?? "").trim().slice(0, 100) }
  }
  for (const { path, text } of await manifestsOf(repository, "rust")) {
    const entry =
      entryOf(text, "package", "license") ??
      entryOf(text, "workspace.package", "license") ??
      entryOf(text, "package", "license-file")
    if (entry !== null) return { path, line: entry.line, value: entry.value.replaceAll('"', "") }
  }
  for (const { path, text } of await manifestsOf(repository, "java")) {
    const line = lineLike(text, /<licenses>|<license>|licenses?\s{0,4}\{/)
    if (line === null) continue
    const words = text
      .split("\n")
      .slice(line - 1, line + 6)
      .join(" ")
      .replaceAll(/\s+/g, " ")
    return {
      path,
      line,
      value: /<name>\s{0,8}([^<]{1,100}?)\s{0,8}<\/name>/.exec(words)?.[1] ?? words.trim(),
    }
  }
  return null
}

/** The manifest that should name the licence: only a published one. */
async function undeclared(
  repository: Repository,
  found: { readonly path: string; readonly names: readonly string[] } | null,
) {
  if (found === null || (await isPrivate(repository))) return null
  for (const name of ["npm", "python", "rust"] as const) {
    const [first] = await manifestsOf(repository, name)
    if (first === undefined || !/package\.json$|pyproject\.toml$|setup\.py$|Cargo\.toml$/.test(first.path))
      continue
    if (
      name === "npm" &&
      (readMember(first.data, "private") === true || readMember(first.data, "licenses") !== undefined)
    )
      continue
    if (name === "python" && !/\[project\]|\[tool\.poetry\]|setup\(/.test(first.text)) continue
    if (name === "rust" && !first.text.includes("[package]")) continue
    return lacks([{ path: first.path, line: null, what: "the manifest names no licence" }], {
      title: "Name the licence in the manifest",
      description: `${first.path} names no licence${found.names.length === 1 ? `: ${found.path} is ${found.names[0]}` : ""}.`,
      file_hints: [first.path],
      action: "modify",
    })
  }
  return null
}

/** A licence, by a phrase of its text alone; `names` are how manifests write it. */
const LICENCES: ReadonlyArray<{ readonly name: string; readonly phrase: RegExp; readonly names: RegExp }> = [
  {
    name: "MIT",
    phrase: /Permission is hereby granted, free of charge, to any person obtaining a copy/i,
    names: /\bMIT\b|X11|Expat/i,
  },
  {
    name: "ISC",
    phrase: /Permission to use, copy, modify,? and\/or distribute this software for any purpose/i,
    names: /\bISC\b|0BSD/i,
  },
  { name: "Apache-2.0", phrase: /Apache License,? Version 2\.0/i, names: /apache|\bASL\b|\bAL2\b/i },
  {
    name: "BSD",
    phrase: /Redistribution and use in source and binary forms, with or without modification/i,
    names: /BSD|PSF/i,
  },
  { name: "LGPL", phrase: /GNU (?:LESSER|LIBRARY) GENERAL PUBLIC LICENSE/i, names: /LGPL|lesser general/i },
  { name: "AGPL", phrase: /GNU AFFERO GENERAL PUBLIC LICENSE Version/i, names: /AGPL|affero/i },
  { name: "GPL", phrase: /GNU GENERAL PUBLIC LICENSE Version/i, names: /\bGPL|general public/i },
  { name: "MPL-2.0", phrase: /Mozilla Public License,? (?:Version|v\.?) ?2\.0/i, names: /MPL|mozilla/i },
  { name: "EPL", phrase: /Eclipse Public License/i, names: /EPL|eclipse/i },
  {
    name: "Unlicense",
    phrase: /free and unencumbered software released into the public domain/i,
    names: /unlicense|public domain/i,
  },
  {
    name: "CC0",
    phrase: /CC0 1\.0 Universal|Creative Commons (?:Legal Code|Attribution)/i,
    names: /CC0|creative commons|CC-BY/i,
  },
  {
    name: "Zlib",
    phrase: /This software is provided 'as-is', without any express or implied warranty/i,
    names: /zlib/i,
  },
  { name: "BSL", phrase: /Boost Software License|Business Source License/i, names: /BSL|boost|BUSL/i },
  { name: "Artistic", phrase: /Artistic License/i, names: /artistic/i },
  { name: "PSF", phrase: /PYTHON SOFTWARE FOUNDATION LICENSE/i, names: /PSF|python software/i },
  { name: "WTFPL", phrase: /DO WHAT THE FUCK YOU WANT TO PUBLIC LICENSE/i, names: /WTFPL/i },
  { name: "BlueOak", phrase: /Blue Oak Model License/i, names: /blueoak|blue oak/i },
]

function isNamed(licence: string, value: string): boolean {
  return LICENCES.find(({ name }) => name === licence)?.names.test(value) ?? false
}
