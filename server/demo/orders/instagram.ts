import { toCents } from '#contract/money.ts'
import { pollChannel } from '#server/features/channels/poll/poll-channels.ts'
import { processInbox } from '#server/features/orders/intake/process-inbox.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { placeOrder } from '../channels/meta-control.ts'
import { createRandom } from '../random.ts'
import { customerOf } from './customers.ts'
import { pickSome } from './pick.ts'
import type { ShopChannel } from './shop.ts'

const instagramCustomers = [301, 302]

/** Two people buy in the shop at the stand-in for Meta, and the orders come in as they always do. */
export async function buyOnInstagram(ctx: CompanyContext, graphUrl: string, shop: ShopChannel): Promise<void> {
  if (!shop.accountId) return
  const random = createRandom('bought on Instagram')
  const wares = pickSome(
    random,
    shop.wares.filter(({ isPlentiful }) => isPlentiful),
    instagramCustomers.length,
  )
  for (const [index, ware] of wares.entries()) {
    const { person, address, place } = customerOf(instagramCustomers[index] ?? 0)
    const price = Number(toCents(ware.price))
    await placeOrder(graphUrl, shop.accountId, {
      state: 'CREATED',
      items: [{ retailerId: ware.sku, quantity: 1, price, tax: Math.round((price * place.tax) / 100) }],
      shipping: { name: 'Standard', price: 0, minDays: 3, maxDays: 7 },
      buyer: { name: address.recipientName ?? '', email: person.email ?? '' },
      address: {
        name: address.recipientName ?? '',
        street1: address.line1,
        street2: address.line2 ?? '',
        city: address.city,
        state: address.state ?? '',
        postalCode: address.postalCode,
        country: address.country,
      },
    })
  }
  await pollChannel({ ...ctx, actor: { type: 'job', name: 'channels.poll' } }, { channelId: shop.id })
  await processInbox({ ...ctx, actor: { type: 'job', name: 'orders.take-in' } })
}
