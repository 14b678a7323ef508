import fc from "fast-check"

const TAME =
  "a.txt src/b.ts src/deep/c.bin new.txt src/new.ts x/y/z.txt x/y src/deep ./a.txt src//b.ts A.TXT".split(" ")
const NAMES =
  "a.txt src b.ts out leak up g w inner loop dangling secret.txt root root-evil outside .git .GIT config HEAD .github workflows Workflows ci.yml .env .ENV package.json Package.json go.sum .proofloop patches x y ~ -rf git~1".split(
    " ",
  )
const ODD = [
  "..",
  "..",
  ".",
  "",
  " ",
  "\0",
  "\n",
  "\ud800",
  "\u202e",
  "．．",
  "..\\",
  "\\",
  "C:",
  ".\u200cgit",
  "é",
  "e\u0301",
]

const hostile = fc
  .tuple(
    fc.constantFrom("", "", "", "/", "./", "../", "//", "\\"),
    fc.array(fc.constantFrom(...NAMES, ...ODD), { maxLength: 6 }),
  )
  .map(([start, parts]) => start + parts.join("/"))

const content = fc.oneof(
  { weight: 9, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>("x".repeat(70_000), undefined, null, 7, {}, ["x"]) },
)

const patchOf = (path: fc.Arbitrary<string>, actions: readonly unknown[]) =>
  fc.record({ action: fc.constantFrom(...actions), path, content }, { requiredKeys: ["path"] })

const tamePatch = patchOf(fc.constantFrom(...TAME), ["create", "modify", "modify", "delete"])
const hostilePatch = patchOf(hostile, ["create", "modify", "delete", "verify", "__proto__", null, 1])

/** Sets that nearly always apply, and sets of arbitrary patches. */
export const patchSet: fc.Arbitrary<readonly unknown[]> = fc.oneof(
  { weight: 3, arbitrary: fc.array(tamePatch, { minLength: 1, maxLength: 6 }) },
  {
    weight: 2,
    arbitrary: fc.array(fc.oneof(tamePatch, hostilePatch, hostilePatch, fc.constantFrom(null, "x", [])), {
      maxLength: 6,
    }),
  },
)
