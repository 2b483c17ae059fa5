import type { CompanyContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { deleteOldestRefused, insertDelivery } from './queries/deliveries.ts'
import { toStorableText } from './storable.ts'
import { encryptContent } from './stored-delivery.ts'

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
