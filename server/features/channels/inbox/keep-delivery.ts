import { createHash } from 'node:crypto'
import type { IntakeSource } from '#contract/channel-values.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { insertDelivery } from './queries/deliveries.ts'
import { toStorableText } from './storable.ts'
import { encryptContent, type DeliveryContent } from './stored-delivery.ts'

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
