import { createHash } from 'node:crypto'
import type { IntakeSource } from '#contract/channel-values.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { type DeliveryContent, encryptContent, toStorableText } from './delivery-content.ts'
import { deleteOldestRefused, insertDeliveries } from './queries.ts'

/**
 * How long deliveries are kept once they are processed. Meanwhile a replay is recognized by its delivery id; later by
 * its age (`receive-delivery.ts`).
 */
export const deliveryRetentionDays = 30

type StoreContext = Pick<CompanyContext, 'companyId' | 'vault' | 'clock'>

type VerifiedDelivery = {
  channelId: string
  source: IntakeSource
  /** The channel's id of the delivery, for deduplication. */
  deliveryId: string
  signature: string | null
  content: DeliveryContent
}

/** Stores a verified delivery. Returns its id, or null when it is a duplicate. */
export async function storeDelivery(tx: Tx, ctx: StoreContext, delivery: VerifiedDelivery): Promise<string | null> {
  const [id = null] = await storeDeliveries(tx, ctx, [delivery])
  return id
}

/** The same for several with one statement, in their order. */
export async function storeDeliveries(
  tx: Tx,
  { companyId, vault, clock }: StoreContext,
  deliveries: readonly VerifiedDelivery[],
): Promise<(string | null)[]> {
  const at = clock.now()
  const rows = deliveries.map(({ channelId, source, deliveryId, signature, content }) => {
    const id = newId()
    return {
      id,
      channelId,
      source,
      deliveryId: indexable(deliveryId),
      payload: encryptContent(vault, { companyId, id }, content),
      signature: signature && toStorableText(signature, 500),
      isVerified: true,
      error: null,
      at,
    }
  })
  const added = await insertDeliveries(tx, companyId, rows)
  return rows.map(({ id }) => (added.has(id) ? id : null))
}

/** An index entry holds at most 2,704 bytes. Long ids are hashed, because truncated ones could be equal. */
const indexable = (deliveryId: string) =>
  deliveryId.length <= 200
    ? toStorableText(deliveryId, 200)
    : `sha256:${createHash('sha256').update(deliveryId).digest('hex')}`

type RefusedDelivery = { channelId: string; body: Buffer; signature: string | null; reason: string }

/** Limits how much disk space unsigned requests can fill. */
const storedBytes = 4_096

const maxRefusedPerChannel = 100

/** Stores a delivery that was refused, for users who look for missing orders. It is never processed. */
export async function storeRefusedDelivery(ctx: CompanyContext, refused: RefusedDelivery): Promise<void> {
  const { channelId, body, signature, reason } = refused
  const { companyId, vault } = ctx
  const id = newId()
  await ctx.transaction(async (tx) => {
    await insertDeliveries(tx, companyId, [
      {
        id,
        channelId,
        source: 'webhook',
        deliveryId: null,
        payload: encryptContent(vault, { companyId, id }, { headers: {}, body: body.subarray(0, storedBytes) }),
        signature: signature && toStorableText(signature, 500),
        isVerified: false,
        error: toStorableText(reason, 500),
        at: ctx.clock.now(),
      },
    ])
    await deleteOldestRefused(tx, companyId, channelId, maxRefusedPerChannel)
    // Notifies browsers only: an unsigned request must not trigger a worker.
    await ctx.notifyBrowsers(tx, 'channels')
  })
}
