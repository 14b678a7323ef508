import { changeSet } from "@proofloop/foundation/git"
import type { JsonObject } from "@proofloop/foundation/text"
import { memoryFacts } from "../../repository/memory_facts.ts"
import type { Critic } from "../critic.ts"

/** A small test file in each language, with two tests of one subject. */
export const TESTS = {
  "cart.test.ts": `import { expect, it } from "vitest"
import { total } from "./cart.ts"

it("adds the prices", () => {
  const rows = [1, 2]
  expect(total(rows)).toBe(3)
  expect(rows).toHaveLength(2)
})

it("has nothing of an empty cart", () => {
  expect(total([])).toEqual(0)
})
`,
  "tests/test_cart.py": `import pytest
from cart import total


def test_adds_the_prices():
    rows = [1, 2]
    assert total(rows) == 3
    assert len(rows) == 2


def test_nothing_of_an_empty_cart():
    assert total([]) == 0
`,
  "cart_test.go": `package cart

import "testing"

func TestAddsThePrices(t *testing.T) {
	rows := []int{1, 2}
	if got := Total(rows); got != 3 {
		t.Errorf("Total() = %d", got)
	}
	if len(rows) != 2 {
		t.Fatal("rows")
	}
}

func TestNothingOfAnEmptyCart(t *testing.T) {
	if Total(nil) != 0 {
		t.Fatal("not empty")
	}
}
`,
  "tests/cart.rs": `use cart::total;

#[test]
fn adds_the_prices() {
    let rows = vec![1, 2];
    assert_eq!(total(&rows), 3);
    assert_eq!(rows.len(), 2);
}

#[test]
fn nothing_of_an_empty_cart() {
    assert_eq!(total(&[]), 0);
}
`,
  "src/test/java/CartTest.java": `import static org.junit.jupiter.api.Assertions.assertEquals;

class CartTest {
  @Test
  void addsThePrices() {
    List<Integer> rows = List.of(1, 2);
    assertEquals(3, Cart.total(rows));
    assertEquals(2, rows.size());
  }

  @Test
  void nothingOfAnEmptyCart() {
    assertEquals(0, Cart.total(List.of()));
  }
}
`,
} as const

export type TestPath = keyof typeof TESTS

/** A replacement in a file; the replaced text must exist. */
export type Edit = readonly [path: string, old_text: string, new_text: string]

/** A critic's findings on edits of files, each as "rule line"; other files lie beside them. */
export async function toldOf(
  critic: Critic,
  files: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string | null>>,
  options: JsonObject = {},
): Promise<readonly string[]> {
  const change = changeSet(
    Object.entries(after).map(([path, text]) => ({ path, before: files[path] ?? null, after: text })),
  )
  const verdict = await critic.check(change, memoryFacts(files, change), options)
  if (verdict.status === "unable") throw new Error(verdict.reason)
  return verdict.status === "pass" ? [] : verdict.violations.map(({ rule }) => rule)
}

/** The texts of files after edits. */
export function edited(
  files: Readonly<Record<string, string>>,
  edits: readonly Edit[],
): Record<string, string> {
  const after: Record<string, string> = {}
  for (const [path, old_text, new_text] of edits) {
    const text = after[path] ?? files[path] ?? ""
    if (!text.includes(old_text)) throw new Error(`${path} has no ${old_text}`)
    after[path] = text.replace(old_text, () => new_text)
  }
  return after
}
