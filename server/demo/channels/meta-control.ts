import { z } from 'zod'

const Shop = z.object({ accountId: z.string(), catalogId: z.string(), tokens: z.tuple([z.string()], z.string()) })
const Shops = z.object({ shops: z.tuple([Shop], Shop) })

/** What a seller copies out of Meta's pages, asked of the stand-in by a door that Meta itself doesn't have. */
export async function readFirstShop(graphUrl: string) {
  const reply = await fetch(new URL('/_control/shops', graphUrl), { signal: AbortSignal.timeout(10_000) })
  if (!reply.ok) throw new Error(`The stand-in for Meta answered ${reply.status}`)
  const [{ accountId, catalogId, tokens }] = Shops.parse(await reply.json()).shops
  return { commerceAccountId: accountId, catalogId, accessToken: tokens[0] }
}

/** Somebody buys in the shop. */
export async function placeOrder(graphUrl: string, accountId: string, order: object): Promise<void> {
  const reply = await fetch(new URL(`/_control/shops/${accountId}/orders`, graphUrl), {
    method: 'POST',
    body: JSON.stringify(order),
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(10_000),
  })
  if (!reply.ok) throw new Error(`The stand-in for Meta answered ${reply.status}`)
}
