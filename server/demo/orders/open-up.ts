import type { Intake } from '#server/features/orders/take-in/intake-context.ts'
import { finishChanges } from '#server/features/orders/take-in/finish-changes.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { at } from './at.ts'
import type { PlacedOrder } from './place.ts'

/** All that follows from orders coming in, at the time of each: units are held, and what is wrong waits for a person. */
export async function openUp(tx: Tx, intake: Intake, orders: readonly PlacedOrder[]): Promise<void> {
  for (const { plan, place, change } of orders) {
    const now = plan.placedAt
    const ctx = { ...at(intake.ctx, now), actor: place.speaker }
    const entries = change.entries.map((entry) => ({ ...entry, at: now }))
    await finishChanges(tx, { ...intake, ctx, now }, [{ ...change, entries }])
  }
}
