import { z } from 'zod'
import type { DemoItem } from './items.ts'

const Seller = z.object({ id: z.string() })
const Sellers = z.object({ sellers: z.tuple([Seller], Seller) })
const Consent = z.object({ code: z.string() })

/** The doors of the stand-in for Amazon that Amazon itself doesn't have. */
export function amazonControl(baseUrl: string) {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const reply = await fetch(new URL(`/_control/${path}`, baseUrl), {
      method,
      signal: AbortSignal.timeout(10_000),
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    })
    if (!reply.ok) throw new Error(`The stand-in for Amazon answered ${reply.status} to ${method} ${path}`)
    return reply.json()
  }
  return {
    firstSeller: async () => Sellers.parse(await call('GET', 'sellers')).sellers[0].id,
    putItems: (sellerId: string, marketplaceId: string, items: DemoItem[]) =>
      call('PUT', `sellers/${sellerId}/marketplaces/${marketplaceId}/items`, { items }),
    /** Orders that left the warehouses before the stand-in was there. */
    putOrders: (sellerId: string, orders: readonly object[]) => call('PUT', `sellers/${sellerId}/orders`, { orders }),
    /** How many seconds a step takes with one order. */
    setTimings: (sellerId: string, orderId: string, timings: Record<string, number>) =>
      call('PATCH', `sellers/${sellerId}/orders/${orderId}`, { timings }),
    /** The code that the seller's consent would give. */
    authorize: async (sellerId: string) => Consent.parse(await call('POST', 'authorize', { sellerId })).code,
  }
}
