import { Suspense } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { useUrlDetail } from '#web/shared/use-url-detail.ts'
import { OrderDrawer } from '../later-parts.ts'

/** The order that the URL names, beside the list, in which one goes on to the next and the previous. */
export function LinkedOrderDrawer({ orders }: { orders: readonly OrderRow[] }) {
  const { id, inside, swap, close } = useUrlDetail('order', 'section')
  return (
    <Suspense>
      {id && <OrderDrawer orderId={id} section={inside} orders={orders} onSwap={swap} onClose={close} />}
    </Suspense>
  )
}
