import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { findKnownOrders, lockIntake } from '../queries/intake.ts'
import { resultsFor } from './answers-to.ts'
import { applyChanges } from './finish-changes.ts'
import { reduceEvents, type KnownOrderState, type ChannelOrderState } from './fold-news.ts'
import { findNewOrders } from './new-orders.ts'
import type { OrderEvent, IngestResult } from './news.ts'
import { placeOrders } from './place-orders.ts'
import { loadIntakeContext } from './prepare-intake.ts'
import { assertStorable } from './refuse-unstorable.ts'
import { reviseOrders } from './revise-orders.ts'

/**
 * Makes orders of what channels say, or changes those that are here: all that an order is made of, in the caller's
 * transaction, by as many statements for one order as for fifty. The news may come in any order and repeatedly.
 * Answers what became of each.
 */
export async function ingestEvents(
  tx: Tx,
  ctx: CompanyContext,
  events: readonly OrderEvent[],
): Promise<IngestResult[]> {
  if (events.length === 0) return []
  for (const { order } of events) if (order) assertStorable(order)
  await lockIntake(tx, ctx.companyId)
  const states = reduceEvents(events, await findKnownOrders(tx, ctx.companyId, events))
  const known = [...states.values()].filter(isKnownState)
  const newOrders = await findNewOrders(tx, ctx.companyId, [...states.values()])
  const intake = await loadIntakeContext(tx, ctx, newOrders, known)
  const changes = [...(await placeOrders(tx, intake, newOrders)), ...(await reviseOrders(tx, intake, known))]
  await applyChanges(tx, intake, changes)
  return resultsFor(events, { states, newOrders, changes })
}

const isKnownState = (state: ChannelOrderState): state is KnownOrderState => state.known !== null
