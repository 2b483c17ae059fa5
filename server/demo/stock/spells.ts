import { defaultLowStockThreshold } from '#contract/stock-status.ts'
import type { Count } from './counts.ts'

const isLow = ({ qtyAvailable }: Count) => qtyAvailable <= defaultLowStockThreshold

/** When the run of low counts began that lasts until today. */
export function lowSince(counts: readonly Count[]): Date | null {
  const lastAbove = counts.findLastIndex((count) => !isLow(count))
  return counts[lastAbove + 1]?.capturedAt ?? null
}

/** The times over during which a SKU was low: each began with a low count and ended with the next that was not. */
export function spellsOf(counts: readonly Count[]): { skuId: string; beganAt: Date; endedAt: Date }[] {
  let beganAt: Date | null = null
  return counts.flatMap((count) => {
    const began = beganAt
    beganAt = isLow(count) ? (began ?? count.capturedAt) : null
    return began && !isLow(count) ? [{ skuId: count.skuId, beganAt: began, endedAt: count.capturedAt }] : []
  })
}
