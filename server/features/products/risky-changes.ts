import { createHash } from 'node:crypto'
import { UnconfirmedRisks } from '#contract/errors.ts'
import { listRisks, mostRisksShown, type RiskQuestion, type RiskyChange } from '#contract/risky-values.ts'
import type { CompanyContext } from '#server/platform/context.ts'

/** The question that a screen asks about risky changes; null if there are none. */
export function toRiskQuestion(changes: readonly RiskyChange[]): RiskQuestion | null {
  if (changes.length === 0) return null
  return { changes: changes.slice(0, mostRisksShown), total: changes.length, confirmation: hashOf(changes) }
}

/** Throws if a screen would write risky values that the person has not confirmed exactly as they are now. */
export function assertRisksConfirmed({ riskAnswer }: CompanyContext, changes: readonly RiskyChange[]): void {
  if (riskAnswer === null) return
  const question = toRiskQuestion(changes)
  if (question && question.confirmation !== riskAnswer) throw new UnconfirmedRisks(question)
}

type Price = string | null

/** An `undefined` price is not changed. */
export function assertPriceConfirmed(ctx: CompanyContext, sku: string, from: Price, to: Price | undefined): void {
  if (to === undefined) return
  const change = { sku, field: 'price' as const, from: toAmount(from), to: toAmount(to) }
  assertRisksConfirmed(ctx, listRisks([change]))
}

const toAmount = (price: Price) => (price === null ? null : Number(price))

const hashOf = (changes: readonly RiskyChange[]): string => {
  const values = changes.map(({ sku, field, from, to }) => [sku, field, from, to])
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}
