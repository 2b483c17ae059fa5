import type { Tx } from '#server/platform/db/client.ts'
import type { RedemptionChange } from './plan-redemptions.ts'
import { addUses, updateDiscounts, insertRedemptions, releaseRedemptions } from './queries/redemptions.ts'

type RedemptionWrite = { companyId: string; at: Date }

/** The promotions concerned are locked. */
export async function writeRedemptionChanges(
  tx: Tx,
  { companyId, at }: RedemptionWrite,
  changes: readonly RedemptionChange[],
): Promise<void> {
  const those = (kind: RedemptionChange['kind']) =>
    changes.filter((change) => change.kind === kind).map(({ redemption }) => redemption)
  const added = changes.flatMap(({ kind, redemption, redeemedAt }) =>
    kind === 'added' ? [{ ...redemption, redeemedAt: redeemedAt ?? at }] : [],
  )
  await releaseRedemptions(tx, companyId, those('released'), at)
  await updateDiscounts(tx, companyId, those('changed'))
  await insertRedemptions(tx, companyId, added)
  await addUses(tx, companyId, usesOf(changes))
}

function usesOf(changes: readonly RedemptionChange[]) {
  const uses = new Map<string, number>()
  for (const { kind, redemption } of changes) {
    const more = { added: 1, changed: 0, released: -1 }[kind]
    uses.set(redemption.promotionId, (uses.get(redemption.promotionId) ?? 0) + more)
  }
  return [...uses].filter(([, more]) => more !== 0).map(([promotionId, more]) => ({ promotionId, uses: more }))
}
