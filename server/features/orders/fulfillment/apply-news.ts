import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { FulfillmentSnapshot } from '#server/ports/fulfillment.ts'
import { listLinesOfAttempt } from '../queries/orders-to-send.ts'
import { lockAttempt, type Attempt } from '../queries/sent-order.ts'
import { mapLineIds } from './news/in-our-names.ts'
import { upsertPackages } from './news/keep-packages.ts'
import { applyUpdate } from './news/learn.ts'
import { isStale, toUpdate } from './news/word.ts'

const noPackageChanges = { parcels: [], hasChanged: false }

/** What Amazon says of a fulfilment, taken to heart as far as it is news: late, repeated and backward words change nothing. */
export async function recordAmazonStatus(
  tx: Tx,
  ctx: CompanyContext,
  fulfillmentId: string,
  snapshot: FulfillmentSnapshot,
): Promise<void> {
  const subject = await lockAttempt(tx, ctx.companyId, fulfillmentId)
  const { attempt } = subject
  const ours = await withOurLineIds(tx, attempt, snapshot)
  const packages = isStale(attempt, ours) ? noPackageChanges : await upsertPackages(tx, ctx, attempt, ours)
  await applyUpdate(tx, ctx, subject, toUpdate(attempt, ours, packages))
}

/** The lines' SKUs are asked for only where Amazon calls the lines otherwise. */
async function withOurLineIds(
  tx: Tx,
  { companyId, id, items }: Attempt,
  snapshot: FulfillmentSnapshot,
): Promise<FulfillmentSnapshot> {
  const isOurs = ({ itemId }: { itemId: string }) => items.some(({ orderItemId }) => orderItemId === itemId)
  if (snapshot.lines.length === 0 || snapshot.lines.some(isOurs)) return snapshot
  return mapLineIds(snapshot, await listLinesOfAttempt(tx, companyId, id)) ?? snapshot
}
