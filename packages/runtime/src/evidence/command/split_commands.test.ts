import { describe, expect, it } from "vitest"
import { splitCommands } from "./split_commands.ts"

const wordsOf = (line: string) => splitCommands(line).map(({ words }) => words)

describe("splitCommands", () => {
  it.each<readonly [string, readonly (readonly string[])[]]>([
    ["", []],
    [" ; ", []],
    ["a b", [["a", "b"]]],
    ["a\tb\rc", [["a", "b", "c"]]],
    ["\\a a\\ b", [["a", "a b"]]],
    ["a\\\nb", [["ab"]]],
    ["'a b'c \"d e\"", [["a bc", "d e"]]],
    ["'' x", [["", "x"]]],
    ["'a\\\\$b'", [["a\\\\$b"]]],
    ['"a\\"b \\$c \\`d \\\\e \\f"', [['a"b $c `d \\e \\f']]],
    ['"a\\\nb"', [["ab"]]],
    ["'a b", [["a b"]]],
    ['"a b', [["a b"]]],
    ["a # b; c\nd", [["a"], ["d"]]],
    ["a#b", [["a#b"]]],
    ["a # b", [["a"]]],
    ["a;;b", [["a"], ["b"]]],
    ["> out", [[]]],
    ["src(1)a", [["src(1)a"]]],
    ["diff <(a) >(b)", [["diff", "<(a)", ">(b)"]]],
  ])("finds the words of %j", (line, words) => {
    expect(wordsOf(line)).toEqual(words)
  })

  it.each<readonly [string, readonly string[]]>([
    ["$(a b) c", ["$(a b)", "c"]],
    ["x$(a)y", ["x$(a)y"]],
    ["$(a (b)) c", ["$(a (b))", "c"]],
    ["$(a (b) d) c", ["$(a (b) d)", "c"]],
    ["$(a ')' \")\" \\) b) c", ["$(a ')' \")\" \\) b)", "c"]],
    ["$(a '\\') c", ["$(a '\\')", "c"]],
    ['$(a "\\")") c', ['$(a "\\")")', "c"]],
    ['$(a "\')") c', ['$(a "\')")', "c"]],
    ["$(a b", ["$(a b"]],
    ["($(a) b)", ["$(a)", "b"]],
    ["`a b` c", ["`a b`", "c"]],
    ["x`a b`y", ["x`a b`y"]],
    ["`a b", ["`a b"]],
    ['"$(a ")")" b', ['$(a ")")', "b"]],
    ['"($(a)" b', ["($(a)", "b"]],
    ['"a \\$(" b', ["a $(", "b"]],
  ])("leaves a substitution as it is written: %s", (line, words) => {
    expect(wordsOf(line)).toEqual([words])
  })

  it("tells what stands before each, and what runs in the background or a subshell", () => {
    const shown = (line: string) =>
      splitCommands(line).map(({ words, operator, in_background, depth }) =>
        [operator, ...words, ...(in_background ? ["&"] : []), depth].join(" "),
      )
    expect(shown("a&&b||c|d;e\nf&g")).toEqual([
      " a 0",
      "&& b 0",
      "|| c 0",
      "| d 0",
      "; e 0",
      "\n f & 0",
      "& g 0",
    ])
    expect(shown("a |& b")).toEqual([" a 0", "| b 0"])
    expect(shown("a &&\n b")).toEqual([" a 0", "&& b 0"])
    expect(shown("\na")).toEqual(["\n a 0"])
    expect(shown("(a; (b)) | c")).toEqual([" a 1", "; b 2", "| c 0"])
    expect(shown("a ) b")).toEqual([" a ) b 0"])
  })

  it.each([
    ["a > b", ["a"], [">", "b"]],
    ["a 2> b c", ["a", "c"], [">", "b", "2"]],
    ["a 10>> b", ["a"], [">>", "b", "10"]],
    ["a 123> b", ["a", "123"], [">", "b"]],
    ["a b2>c", ["a", "b2"], [">", "c"]],
    ["a 2b>c", ["a", "2b"], [">", "c"]],
    ["a 2>&1", ["a"], [">&", "1", "2"]],
    ["a >| b", ["a"], [">|", "b"]],
    ["a &> b", ["a"], ["&>", "b"]],
    ["a &>> b", ["a"], ["&>>", "b"]],
    ["a < b", ["a"], ["<", "b"]],
    ["a <& 3", ["a"], ["<&", "3"]],
    ["a <> b", ["a"], ["<>", "b"]],
    ["a > (b)", ["a"], [">", "(b)"]],
    ["a > 'b c'", ["a"], [">", "b c"]],
  ])("takes a redirection off: %s", (line, words, [operator, target, stream]) => {
    expect(splitCommands(line)).toEqual([
      {
        words,
        source: words.join(" "),
        operator: "",
        in_background: false,
        redirections: [{ operator, target, ...(stream !== undefined && { stream }) }],
        input: null,
        depth: 0,
      },
    ])
  })

  it.each([
    ["cd a && 'b  c' 2>&1 d | e", ["cd a", "'b  c' d", "e"]],
    ["(a >x; b) > y & c", ["a", "b", "c"]],
    ["a <<E b\nx\nE\nc >", ["a b", "c"]],
    ['a "$(b; c)" >>"d e"', ['a "$(b; c)"']],
  ])("keeps a command as it is written: %j", (line, sources) => {
    expect(splitCommands(line).flatMap(({ source }) => (source === "" ? [] : [source]))).toEqual(sources)
  })

  it("forgets a redirection that leads nowhere", () => {
    expect(splitCommands("a >; b")).toMatchObject([
      { words: ["a"], redirections: [] },
      { words: ["b"], redirections: [] },
    ])
  })

  it.each<readonly [string, string | null, readonly string[]]>([
    ["a <<EOF\nx\ny\nEOF\nb", "x\ny\n", ["b"]],
    ["a <<'E F'\nx\nE F\nb", "x\n", ["b"]],
    ['a <<"E F"\nx\nE F\nb', "x\n", ["b"]],
    ["a <<''\nx\n\nb", "x\n", ["b"]],
    ["a <<\\EOF\nx\nEOF\nb", "x\n", ["b"]],
    ["a << EOF\nx\nEOF  \nb", "x\n", ["b"]],
    ["a << EOF\n EOF\nEOF\nb", " EOF\n", ["b"]],
    ["a <<EOF\n\tEOF\nEOF\nb", "\tEOF\n", ["b"]],
    ["a <<-EOF\n\tx\n\t\tEOF\nb", "\tx\n", ["b"]],
    ["a <<-EOF\nE\tOF\nEOF\nb", "E\tOF\n", ["b"]],
    ["a <<A <<B\n1\nA\n2\nB\nb", "1\n\n\n2\n", ["b"]],
    ["a <<EOF; b\nx\nEOF", "x\n", ["b"]],
    ["a <<EOF\nx\nb", "x\nb", []],
    ["a <<<x\nb", "x", ["b"]],
    ["a <<< 'x y'; b", "x y", ["b"]],
    ["a\nb", null, ["b"]],
  ])("reads what feeds a command: %j", (line, input, words) => {
    const [first, ...others] = splitCommands(line)
    expect(first).toMatchObject({ words: ["a"], redirections: [], input })
    expect(others.flatMap((command) => command.words)).toEqual(words)
  })

  it("writes the path of a program of Windows with slashes, and nothing else", () => {
    expect(wordsOf(".venv\\Scripts\\pytest a\\b")).toEqual([[".venv/Scripts/pytest", "ab"]])
    expect(wordsOf("C:\\x\\a.CMD b")).toEqual([["C:/x/a.CMD", "b"]])
    expect(wordsOf("a.exe\\b")).toEqual([["a.exeb"]])
  })

  it("reads the start of a line of more than 64 KB", () => {
    expect(wordsOf("a ".repeat(40_000))[0]).toHaveLength(32_768)
  })
})
