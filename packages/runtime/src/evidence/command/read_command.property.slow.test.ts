import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { moreThanLinear, repeatedTexts } from "../more_than_linear.fixture.ts"
import { readCommand } from "./read_command.ts"
import { splitCommands } from "./split_commands.ts"

const RUNNERS = [
  "pytest",
  "npx vitest run",
  "go test",
  "cargo test",
  "npm test --",
  "npx eslint",
  "node --test",
  "rspec",
]
const runner = fc.constantFrom(...RUNNERS)
const target = fc
  .stringMatching(/^[a-z]{1,8}(?:\/[a-z]{1,8}){0,2}$/)
  .filter((word) => !/watch|^run$/.test(word))
const flags = fc.constantFrom(
  "--color=always",
  "--reporter=dot",
  "--timeout 30",
  "-j 4",
  "--maxWorkers 2",
  "--verbose",
)
const wrap = fc.constantFrom<(command: string) => string>(
  (command) => `CI=1 ${command}`,
  (command) => `env -i A=b ${command}`,
  (command) => `timeout 60 ${command}`,
  (command) => `time ${command}`,
  (command) => `${command} 2>&1`,
  (command) => `${command} 2>&1 | tail -20`,
  (command) => `cd /work/shop && ${command}`,
  (command) => `cd . && ${command}`,
  (command) => `set -e; ${command}`,
  (command) => `(${command})`,
  (command) => `bash -c '${command}'`,
  (command) => `${command} > /tmp/log 2>&1; echo $?`,
)

const idOf = (command: string): string | undefined => readCommand(command, "/work/shop").check?.check_id

describe("the name of a check, for any runner and target", () => {
  it("does not depend on how the check is started or shown", () => {
    fc.assert(
      fc.property(
        runner,
        target,
        fc.array(flags, { maxLength: 3 }),
        fc.array(wrap, { maxLength: 3 }),
        (program, path, noise, wrappers) => {
          const plain = idOf(`${program} ${path}`)
          const flagged = [program, ...noise, path].join(" ")
          const noisy = wrappers
            .filter((wrapper, index) => !wrapper("").includes("bash") || index === 0)
            .reduce((command, wrapper) => wrapper(command), flagged)
          expect(plain).toContain(path)
          expect(idOf(noisy)).toBe(plain)
        },
      ),
    )
  })

  it("tells targets and folders apart", () => {
    fc.assert(
      fc.property(runner, target, target, (program, one, other) => {
        fc.pre(one !== other)
        expect(idOf(`${program} ${one}`)).not.toBe(idOf(`${program} ${other}`))
        expect(idOf(`cd ${one} && ${program} a`)).not.toBe(idOf(`cd ${other} && ${program} a`))
        expect(idOf(`${program} -k ${one}`)).not.toBe(idOf(`${program} -k ${other}`))
      }),
    )
  })
})

describe("any text as a command", () => {
  const pieces = fc.constantFrom(
    ..."' \" \\ \n ; && || | & > >> < << <<- <<EOF EOF ( ) { } $( ` # = - -- -c cd bash sudo env timeout xargs npm test npx pytest if do for in sed -i tee git $x 1 2>&1 /tmp/a a".split(
      " ",
    ),
  )

  it("never throws, and says the same each time", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces, { maxLength: 40 }).map((all) => all.join(" ")),
        ),
        (text) => {
          expect(readCommand(text)).toEqual(readCommand(text))
          expect(
            splitCommands(text).every(({ words }) => words.every((word) => typeof word === "string")),
          ).toBe(true)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it("does linear work", () => {
    const units = [
      "timeout ",
      "1 ",
      "npx -",
      "&&",
      "run ",
      "'",
      '"',
      "\\",
      "$(",
      "`",
      "(",
      ")",
      "<<E ",
      "<<'",
      "> ",
      "2>",
      "&",
      "|",
      ";",
      "\n",
      "#",
      "a ",
      "a=",
      "env ",
      "sudo -u ",
      "bash -c ",
      "cd a;",
      "cd ..;",
      "(cd a;",
      "npm test;",
      "npm run ",
      "pytest -k ",
      "pytest a ",
      "make ",
      "mvn test ",
      "git -c ",
      "find -exec ",
      "x=$(",
      "eval ",
      "-",
      "--a=b ",
      "docker compose -f ",
    ]
    const work = (text: string): void => {
      readCommand(text)
      readCommand(`npm test ${text}`)
      readCommand(`bash -c '${text}'`)
    }
    expect(moreThanLinear(work, (length) => repeatedTexts(units, length))).toEqual([])
  })
})
