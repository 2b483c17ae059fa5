import type { ShippingSpeed } from '#contract/order-status.ts'

/** Fastest first: "Standard Overnight" is overnight. A bare "Priority" is the fastest, "Priority Mail" takes two or three days. */
const speedPatterns: readonly [ShippingSpeed, RegExp][] = [
  ['priority', /\b(overnight|(next|same|one|1)[\s-]?day)\b|^priority( shipping| delivery)?$/i],
  ['expedited', /\b(express|expedited|priority|rush|(two|second|2nd|2)[\s-]?day)\b/i],
  ['standard', /\b(standard|ground|economy|regular)\b/i],
]

/** By the name of the way that the customer chose; null where the name says nothing, and the channel's own speed holds. */
export function speedOf(names: readonly (string | null | undefined)[]): ShippingSpeed | null {
  const given = names.filter((name) => typeof name === 'string').map((name) => name.replaceAll('_', ' ').trim())
  return speedPatterns.find(([, pattern]) => given.some((name) => pattern.test(name)))?.[0] ?? null
}
