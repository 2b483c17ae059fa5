/**
 * Spreads an amount over parts in proportion to them, to the cent: each gets what is due to it rounded down, and the cents
 * left over go to those that lost most by it. No part gets more than it is, as long as the amount is not more than all.
 */
export function allocate(amount: bigint, parts: readonly bigint[]): bigint[] {
  const whole = parts.reduce((sum, part) => sum + part, 0n)
  if (whole === 0n) return parts.map(() => 0n)
  const shares = parts.map((part, index) => ({ index, share: (amount * part) / whole, lost: (amount * part) % whole }))
  const left = amount - shares.reduce((sum, { share }) => sum + share, 0n)
  const favoured = new Set(
    shares
      .toSorted((a, b) => (a.lost === b.lost ? a.index - b.index : a.lost > b.lost ? -1 : 1))
      .slice(0, Number(left))
      .map(({ index }) => index),
  )
  return shares.map(({ index, share }) => (favoured.has(index) ? share + 1n : share))
}
