import { t } from './i18n.ts'

/*
 * Changes of prices and quantities that are allowed but look like a typing error, such as $2.50 for $68.00. Every screen shows them
 * and asks before the server writes them:
 *
 * 1. Web calls send the header `riskHeader` with `askFirst`. Programs that leave it out are not asked.
 * 2. The server refuses with `problemTypes.confirmRisks` and the list, and writes nothing.
 * 3. After the person has confirmed, the same call sends the list's `confirmation` in the header. If the values have become others
 *    meanwhile, the confirmation no longer fits and the server asks again.
 */

export const riskLimits = {
  /** A cut by more than this share of the price. */
  cut: 0.4,
  /** As many times the value, or the value divided by it: a slipped decimal point. */
  factor: 10,
  /** From this many units on; below, ten times as many is everyday restocking. */
  units: 100,
} as const

export const riskTexts = {
  zeroPrice: t('The price is 0.'),
  priceToTenth: t('The price drops by 90% or more.'),
  priceCut: t('The price drops by more than 40%.'),
  priceTenfold: t('The price is at least ten times what it was.'),
  quantityTenfold: t('The quantity is at least ten times what it was.'),
} as const

export type RiskReason = keyof typeof riskTexts

export const riskyFields = ['price', 'quantity'] as const
export type RiskyField = (typeof riskyFields)[number]

/** `from` is null where there was no value before. */
export type RiskyChange = { sku: string; field: RiskyField; from: number | null; to: number; why: string }

/** The first changes and the number of all. `confirmation` stands for exactly these changes. */
export type RiskQuestion = { changes: RiskyChange[]; total: number; confirmation: string }

/** The most changes in a question; a file may have more. */
export const mostRisksShown = 200

export const riskHeader = 'X-Risky-Values'
export const askFirst = 'ask'

type Value = number | null

/** Why a change needs to be confirmed; null if it does not. Amounts have two decimals. */
export function riskOf(field: RiskyField, from: Value, to: Value): RiskReason | null {
  if (to === null || to === from) return null
  return field === 'price' ? riskOfPrice(from, to) : riskOfQuantity(from, to)
}

function riskOfPrice(from: Value, to: number): RiskReason | null {
  if (to === 0) return 'zeroPrice'
  if (!from) return null
  // In cents, because 0.1 + 0.2 is not 0.3.
  const [before, after] = [Math.round(from * 100), Math.round(to * 100)]
  if (after * riskLimits.factor <= before) return 'priceToTenth'
  if (after * 100 < before * (100 - riskLimits.cut * 100)) return 'priceCut'
  return after >= before * riskLimits.factor ? 'priceTenfold' : null
}

function riskOfQuantity(from: Value, to: number): RiskReason | null {
  return from && to >= riskLimits.units && to >= from * riskLimits.factor ? 'quantityTenfold' : null
}

type ValueChange = { sku: string; field: RiskyField; from: Value; to: Value }

/** The changes that need to be confirmed. */
export function listRisks(changes: readonly ValueChange[]): RiskyChange[] {
  return changes.flatMap(({ sku, field, from, to }) => {
    const reason = riskOf(field, from, to)
    return reason === null || to === null ? [] : [{ sku, field, from, to, why: riskTexts[reason] }]
  })
}
