import fc from "fast-check"

/** White space and comments, as they may stand between any two signs of settings. */
const gap = fc.constantFrom(
  "",
  "",
  " ",
  "\n",
  "\n  ",
  "\r\n\t",
  " // c\n",
  "/* b */",
  "\n    // d\n  ",
  "  \n",
)

const scalar = fc.constantFrom("1", '"x"', "null", '"a,]}"', '"// no"')

/** Members between brackets, with a comma behind the last now and then. */
function listOf(member: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> {
  const spaced = fc.tuple(gap, member, gap).map((parts) => parts.join(""))
  const members = fc.array(spaced, { maxLength })
  return fc
    .tuple(members, gap, fc.nat({ max: 6 }))
    .map(([all, last, chance]) =>
      all.length > 0 && chance === 0 ? `${all.join(",")},${last}` : `${all.join(",")}${last}`,
    )
}

function named(names: readonly string[], value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .subarray([...names])
    .chain((some) =>
      fc.tuple(
        ...some.map((name) =>
          fc
            .tuple(gap, gap, gap, value, gap)
            .map(([a, b, c, text, d]) => `${a}"${name}"${b}:${c}${text}${d}`),
        ),
      ),
    )
    .chain((members) => gap.map((last) => `{${members.length === 0 ? last : members.join(",")}}`))
}

const bracketed = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> => inner.map((text) => `[${text}]`)

const handler = fc.constantFrom('{"type":"command","command":"a"}', '{"type":"http","url":"b"}')
const group = named(["hooks"], bracketed(listOf(handler, 2)))
const hooks = named(["Stop", "PostToolBatch", "Notification", "SessionStart"], bracketed(listOf(group, 2)))

/** Settings in Claude Code's form, in arbitrary style. */
export const randomSettings: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom("", "\uFEFF"), gap, named(["m", "n"], scalar), hooks, gap)
  .chain(([mark, before, others, own, after]) => {
    const inside = others.slice(1, -1)
    const is_alone = !inside.includes('"')
    const whole = is_alone ? `{${inside}"hooks":${own}}` : `{"hooks":${own},${inside}}`
    return fc.constantFrom(whole, others).map((text) => `${mark}${before}${text}${after}`)
  })
