/** What a title names: "test_x (pkg.mod.Class)", since Python 3.11 "test_x (pkg.mod.Class.test_x)"; also a subtest's. */
export interface TestTitle {
  readonly name: string
  readonly test_id: string
  /** "[message] (n=1)" of a subtest, else empty. */
  readonly subtest: string
  /** Whether it stands for a module that could not be loaded. */
  readonly is_module: boolean
}

const TITLE = /^([^\s()]{1,512}) \(([\w.<>]{1,512})\)(?: (.{1,2000}))?$/
const LOADER = /^unittest2?\.loader\.(?:_FailedTest|ModuleImportFailure|LoadTestsFailure)(?:\.|$)/

/** Reads a title; a title of another form is the test id as it stands. */
export function readTitle(title: string): TestTitle {
  const [, name, owner = "", subtest = ""] = TITLE.exec(title) ?? []
  if (name === undefined) return { name: title, test_id: title, subtest: "", is_module: false }
  return { name, test_id: toTestId(name, owner), subtest, is_module: LOADER.test(owner) }
}

/** "module.Class.test" of either form. */
export function toTestId(name: string, owner: string): string {
  return owner === name || owner.endsWith(`.${name}`) ? owner : `${owner}.${name}`
}
