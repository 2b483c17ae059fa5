export const setNames = ['small', 'large'] as const
export type SetName = (typeof setNames)[number]

/** Totals over all companies. */
export type Size = { orders: number; skus: number }

export const sizes: Record<SetName, Size> = {
  small: { orders: 50_000, skus: 10_000 },
  large: { orders: 1_000_000, skus: 100_000 },
}

export const companyCount = 20
const shareOfFirst = 0.6

/** Splits a total over the companies: 60 % for the first; the rest by Zipf (the second has twice the third, three times the fourth). */
export function shareOut(whole: number): number[] {
  const others = Array.from({ length: companyCount - 1 }, (_, index) => 1 / (index + 1))
  const sum = others.reduce((total, weight) => total + weight, 0)
  const shares = others.map((weight) => Math.floor((whole * (1 - shareOfFirst) * weight) / sum))
  return [whole - shares.reduce((total, share) => total + share, 0), ...shares]
}
