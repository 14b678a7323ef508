import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { moreThanLinear } from "../more_than_linear.fixture.ts"
import { signatureOf } from "../signature.ts"
import { fixture, summary } from "./fixture.fixture.ts"
import { shellErrorParser } from "./shell_error.ts"

const read = (output: string) => diagnose({ ok: false, output }, { check_id: "run" })

describe("what a shell says", () => {
  it.each([
    ["bash.command", ["- | environment | command-not-found | -"]],
    [
      "bash.script",
      [
        "- | runtime | - | -",
        "- | environment | command-not-found | -",
        "- | runtime | no-such-file | ./absent.sh",
        "- | runtime | no-such-file | nothing.txt",
      ],
    ],
    ["bash.folder", ["- | runtime | no-such-file | nowhere"]],
    ["bash.permission", ["- | environment | permission-denied | ./locked.sh"]],
    ["bash.syntax", ["- | build | syntax | -"]],
    ["bash.quote", ["- | build | syntax | -"]],
    ["bash.unbound", ["- | runtime | unbound-variable | -"]],
    ["bash.interpreter", ["- | environment | cannot-execute | ./i.sh"]],
    ["bash.env", ["- | environment | command-not-found | -"]],
    ["bash.segfault", ["- | runtime | killed-by-signal | -"]],
    ["dash.command", ["- | environment | command-not-found | -"]],
    ["dash.script", ["- | environment | command-not-found | -"]],
    ["dash.syntax", ["- | build | syntax | -"]],
    ["git.folder", ["- | runtime | git | -"]],
    ["git.pathspec", ["- | runtime | git | -"]],
    ["git.revision", ["- | runtime | git | -"]],
    ["git.patch", ["- | runtime | no-such-file | x"]],
    ["make.rule", ["- | runtime | make-no-rule | -"]],
    ["make.target", ["- | runtime | make-no-rule | -"]],
    ["python.absent", ["- | runtime | no-such-file | /home/dev/shop/nowhere.py"]],
  ])("is read from %s", (name, lines) => {
    const diagnostics = shellErrorParser.parse(fixture(`shell/${name}`))?.diagnostics ?? []
    expect(summary(diagnostics)).toEqual(lines)
  })

  it.each([
    ["zsh: command not found: nowhere", "environment"],
    ["zsh:1: command not found: nowhere", "environment"],
    ["sh: 1: nowhere: not found", "environment"],
    ["/bin/sh: nowhere: not found", "environment"],
    [
      "'nowhere' is not recognized as an internal or external command,\noperable program or batch file.",
      "environment",
    ],
    ["nowhere : The term 'nowhere' is not recognized as the name of a cmdlet, function", "environment"],
    ["bash: line 1: 77 Killed                  ./a", "environment"],
    ["error: a.ts: patch does not apply", "runtime"],
    ["rm: cannot remove 'a b.txt': No such file or directory", "runtime"],
  ])("is known: %j", (output, kind) => {
    const found = read(output)
    expect([found.parser, found.kind]).toEqual(["shell_error", kind])
  })

  it("has no counter of the shell in it", () => {
    const signature = (output: string) => signatureOf(read(output), {}).signature
    const one = "bash: line 36191: nowhere: command not found"
    expect(signature(one)).toBe(signature("bash: line 7: nowhere: command not found"))
    expect(signature(one)).not.toBe(signature("bash: line 7: elsewhere: command not found"))
  })

  it.each([
    ["a program that goes on to fail", "rm: a: No such file or directory\nexpected 3, got 4"],
    ["a rule of make that fails", "building\nmake: *** [Makefile:5: boom] Error 1"],
    ["a tool of another kind", "error: expected `;`"],
    ["a value that is not there", "key: not found"],
  ])("is not %s", (_, output) => {
    expect(read(output).parser).toBe("lines")
  })

  it("is the same at the end of a long output", () => {
    const text = "begin\ncat: orders.txt: No such file or directory"
    const log = Array.from({ length: 900 }, (_, at) => `[${at}] compiled part_${at}.ts\n`).join("")
    const messages = (output: string) => read(output).diagnostics.map(({ message }) => message)
    expect(messages(log + text)).toEqual(messages(text))
  })

  it("does linear work on hostile texts", () => {
    const ends = [": not found", ": No such file or directory", ": Permission denied"]
    const work = (text: string): void => {
      for (const end of ends) shellErrorParser.parse(`${text}\nsh: 1: nowhere${end}\n`)
      for (const end of ends) shellErrorParser.parse(text.replaceAll(/.{990}/g, `$&${end}\n`))
    }
    expect(moreThanLinear(work)).toEqual([])
  })
})
