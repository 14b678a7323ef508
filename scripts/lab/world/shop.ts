/** A small repository of two packages, as scripts/lab/world/fixtures/shop.yaml expects it. */
export const SHOP = {
  "package.json": '{ "type": "module", "private": true }\n',
  "packages/price/index.js":
    "export function discount(price, percent) {\n  return price - (price * percent) / 100\n}\n",
  "packages/cart/index.js": `import { discount } from "../price/index.js"

export function total(prices, percent) {
  return prices.reduce((sum, price) => sum + discount(price, percent), 0)
}
`,
}
