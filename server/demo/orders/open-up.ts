import type { IntakeContext } from '#server/features/orders/intake/order-rows.ts'
import { applyChanges } from '#server/features/orders/intake/apply-changes.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { contextAt } from './at.ts'
import type { PlacedOrder } from './place.ts'

/** All that follows from orders coming in, at the time of each: units are held, and what is wrong waits for a person. */
export async function applyIntakeEffects(tx: Tx, intake: IntakeContext, orders: readonly PlacedOrder[]): Promise<void> {
  for (const { plan, place, change } of orders) {
    const now = plan.placedAt
    const ctx = { ...contextAt(intake.ctx, now), actor: place.speaker }
    const entries = change.entries.map((entry) => ({ ...entry, at: now }))
    await applyChanges(tx, { ...intake, ctx, now }, [{ ...change, entries }])
  }
}
