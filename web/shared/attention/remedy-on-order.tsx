import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { AttentionRow } from '#contract/attention.ts'
import { stepAccess } from '#contract/order-row.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { toast } from '#web/ui/toast-store.ts'
import { useLoadOrder } from '../orders/api.ts'
import { orderDialogs } from '../orders/order-dialogs.ts'
import { dialogObstacles } from '../orders/order-obstacles.ts'
import { orderRemedies } from '../orders/order-remedy.tsx'
import { PermittedButton } from '../permitted-button.tsx'
import { subjectOf } from './attention-words.ts'

/** What is done to the order itself. The list knows too little of it, so it is loaded when the button is pressed. */
export function RemedyOnOrder({ row }: { row: AttentionRow }) {
  const remedy = orderRemedies[row.code]
  return remedy && row.orderId && <LoadedRemedy row={row} orderId={row.orderId} remedy={remedy} />
}

type LoadedRemedyProps = {
  row: AttentionRow
  orderId: string
  remedy: NonNullable<(typeof orderRemedies)[AttentionRow['code']]>
}

function LoadedRemedy({ row, orderId, remedy: { dialog, label } }: LoadedRemedyProps) {
  const queryClient = useQueryClient()
  const loadOrder = useLoadOrder()
  const [order, setOrder] = useState<OrderDetail | null>(null)
  const Dialog = orderDialogs[dialog]

  function open(loaded: OrderDetail) {
    const obstacle = dialogObstacles[dialog](loaded, new Date())
    if (!obstacle) return setOrder(loaded)
    toast({ variant: 'destructive', title: 'Not possible now', description: obstacle })
    void queryClient.invalidateQueries({ queryKey: ['attention'] })
  }

  return (
    <>
      <PermittedButton
        access={stepAccess}
        task="change orders"
        size="small"
        aria-label={`${label}, ${subjectOf(row)}`}
        isPending={loadOrder.isPending}
        onClick={() => loadOrder.mutate(orderId, { onSuccess: open })}
      >
        {label}
      </PermittedButton>
      <Suspense>{order && <Dialog order={order} onClose={() => setOrder(null)} />}</Suspense>
    </>
  )
}
