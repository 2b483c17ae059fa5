import type { Received } from '../../http/received.ts'
import { htmlReply, type Reply } from '../../http/reply.ts'
import { isLocal } from '../control/answer-control.ts'
import { placeOrder } from '../orders/place-order.ts'
import type { MetaEmulator } from '../stand-in.ts'
import type { Shop } from '../world.ts'
import { findItemOnSale, renderShops } from './page.ts'

/** For people: what to type into Lockstep, what was sold, and a button that buys something. */
export async function answerPage(standIn: MetaEmulator, { method, headers, body }: Received): Promise<Reply> {
  if (method === 'GET') {
    await standIn.catchUp()
    return htmlReply(200, renderShops(standIn.state.shops))
  }
  if (!isOwnPage(headers)) return htmlReply(403, renderShops(standIn.state.shops))
  const accountId = new URLSearchParams(body.toString()).get('shop')
  const shop = standIn.state.shops.find((one) => one.accountId === accountId)
  if (shop) buySomething(standIn, shop)
  return { status: 303, headers: { location: '/' } }
}

const isOwnPage = ({ origin, host = '' }: Received['headers']) => isLocal(host) && origin === `http://${host}`

/** One of the first thing that is on sale, at its price. */
function buySomething({ state, clock, scheduleSave }: MetaEmulator, shop: Shop): void {
  const onSale = findItemOnSale(shop)
  if (!onSale) return
  const price = Math.round(Number.parseFloat(String(onSale.data['price'])) * 100)
  placeOrder(state, shop, { items: [{ retailerId: onSale.id, quantity: 1, price }] }, clock.now())
  scheduleSave()
}
