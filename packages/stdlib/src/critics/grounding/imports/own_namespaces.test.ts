import { changeSet } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { computeFingerprint } from "../../../repository/compute_fingerprint.ts"
import { memoryFacts } from "../../../repository/memory_facts.ts"
import { importGrounding } from "./import_grounding.ts"

async function told(files: Readonly<Record<string, string>>, path: string, text: string) {
  const change = changeSet([{ path, before: files[path] ?? null, after: text }])
  const plain = memoryFacts(files, change)
  const facts = { ...plain, fingerprint: () => computeFingerprint(plain) }
  const verdict = await importGrounding.check(change, facts)
  return verdict.status === "fail" ? verdict.violations.map(({ evidence }) => evidence) : []
}

const COMPOSER = {
  "composer.json":
    '{"require": {"shop/mail": "^1"}, "autoload": {"psr-4": {"Shop\\\\": "src/"}}, "autoload-dev": {"psr-4": {"Shop\\\\Tests\\\\": "tests"}}}',
  "src/Cart.php": "<?php\nnamespace Shop;\nclass Cart {}\ninterface Priced {}\n",
  "src/Tax/Rate.php": "<?php\nnamespace Shop\\Tax;\nclass Rate {}\n",
  "src/Old.php": "<?php\nuse Shop\\Hidden\\Thing;\n",
}

it.each([
  ["use Shop\\Cart;", []],
  ["use Shop\\Tax;", []],
  ["use Shop\\Priced;", []],
  ["use Shop\\Mail\\Sender;", []],
  ["use Shop\\Hidden\\Thing;", []],
  ["use GuzzleHttp\\Client;\nuse function Shop\\total;", []],
  ["class A { use Shop\\Nothing; }", []],
  ["use Shop\\Tax\\{Rate, Rebate as R};", ["Shop\\Tax\\Rebate"]],
  ["use Shop\\Crt;", ["Shop\\Crt"]],
  ["use Shop\\Magic\\Helper;", ["Shop\\Magic\\Helper"]],
])("looks up own classes of PHP: %s", async (text, expected) => {
  expect(await told(COMPOSER, "src/A.php", `<?php\nnamespace Shop;\n${text}\n`)).toEqual(expected)
})

const DOTNET = {
  "src/Shop.csproj": '<Project><ItemGroup><PackageReference Include="Shop.Mail" /></ItemGroup></Project>',
  "src/Cart.cs": "namespace Shop.Carts;\nclass Cart { }\n",
  "src/Tax.cs": "namespace Shop\n{\n    namespace Taxes { }\n}\n",
  "src/Pages/Index.razor": "<p/>\n",
  "src/Old.cs": "using Shop.Hidden;\n",
}

it.each([
  ["using Shop.Carts;", []],
  ["using Shop.Taxes;", []],
  ["using Shop.Mail.Smtp;", []],
  ["using Shop.Pages;", []],
  ["using Shop.Hidden;", []],
  ["using Other.Things;\nusing System.Linqq;", []],
  ["using Shop.Crats;", ["Shop.Crats"]],
])("looks up own namespaces of C#: %s", async (text, expected) => {
  expect(await told(DOTNET, "src/A.cs", `${text}\nnamespace Shop.Carts;\n`)).toEqual(expected)
})

const KOTLIN = {
  "src/main/kotlin/com/acme/shop/Cart.kt": "package com.acme.shop\nclass Cart\nsealed class Price\n",
  "src/main/kotlin/com/acme/shop/tax/Rate.kt": "package com.acme.shop.tax\nclass Rate\n",
}

it.each([
  ["import com.acme.shop.Cart", []],
  ["import com.acme.shop.Price", []],
  ["import com.acme.shop.total", []],
  ["import com.acme.shop.BuildConfig\nimport okio.Buffer\nimport com.acme.other.Thing", []],
  ["import com.acme.shop.Crt", ["com.acme.shop.Crt"]],
])("looks up own classes of Kotlin: %s", async (text, expected) => {
  const path = "src/main/kotlin/com/acme/shop/A.kt"
  expect(await told(KOTLIN, path, `package com.acme.shop\n\n${text}\n`)).toEqual(expected)
})
