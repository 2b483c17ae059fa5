import { createHash } from 'node:crypto'
import type { IntakeSource } from '#contract/channel-values.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { type DeliveryContent, encryptContent, toStorableText } from './delivery-content.ts'
import { deleteOldestRefused, insertDelivery } from './queries.ts'

type StoreContext = Pick<CompanyContext, 'companyId' | 'vault' | 'clock'>

export type VerifiedDelivery = {
  channelId: string
  source: IntakeSource
  /** The channel's own name for it, by which a repetition is known. */
  deliveryId: string
  signature: string | null
  content: DeliveryContent
}

/** Stores what is certain to come from the channel. Answers its id here, or null when it was there already. */
export async function storeDelivery(tx: Tx, ctx: StoreContext, delivery: VerifiedDelivery): Promise<string | null> {
  const { channelId, source, deliveryId, signature, content } = delivery
  const { companyId, vault } = ctx
  const id = newId()
  const isNew = await insertDelivery(tx, {
    companyId,
    id,
    channelId,
    source,
    deliveryId: indexable(deliveryId),
    payload: encryptContent(vault, { companyId, id }, content),
    signature: signature && toStorableText(signature, 500),
    isVerified: true,
    error: null,
    at: ctx.clock.now(),
  })
  return isNew ? id : null
}

/** An index takes no more than 2,704 bytes, and a shortened name could be two deliveries'. */
const indexable = (deliveryId: string) =>
  deliveryId.length <= 200
    ? toStorableText(deliveryId, 200)
    : `sha256:${createHash('sha256').update(deliveryId).digest('hex')}`

export type RefusedDelivery = { channelId: string; body: Buffer; signature: string | null; reason: string }

/** Enough to see what was tried. Whoever sends it must not be able to fill our disk. */
const storedBytes = 4_096

const maxRefusedPerChannel = 100

/** Nobody will ever take it in; it is kept for people who wonder why their website's orders don't arrive. */
export async function storeRefusedDelivery(ctx: CompanyContext, refused: RefusedDelivery): Promise<void> {
  const { channelId, body, signature, reason } = refused
  const { companyId, vault } = ctx
  const id = newId()
  await ctx.transaction(async (tx) => {
    await insertDelivery(tx, {
      companyId,
      id,
      channelId,
      source: 'webhook',
      deliveryId: null,
      payload: encryptContent(vault, { companyId, id }, { headers: {}, body: body.subarray(0, storedBytes) }),
      signature: signature && toStorableText(signature, 500),
      isVerified: false,
      error: toStorableText(reason, 500),
      at: ctx.clock.now(),
    })
    await deleteOldestRefused(tx, companyId, channelId, maxRefusedPerChannel)
    // Only for the screens: no drain has anything to do, and a stranger must not make it look.
    await ctx.notifyBrowsers(tx, 'channels')
  })
}
