import type { ReactNode } from 'react'
import { mostBatchOrders } from '#contract/order-batches.ts'
import { obstacleTo } from '#contract/order-actions.ts'
import type { OrderRow } from '#contract/orders.ts'
import type { BatchAction } from '#contract/order-status.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { batchActionLabels } from './batch-words.ts'

type BatchButtonProps = {
  action: BatchAction
  orders: readonly OrderRow[]
  icon: ReactNode
  isPending?: boolean
  onPress: () => void
}

/** Starts something with the picked orders, or says why none of them can have it done. */
export function BatchButton({ action, orders, icon, isPending = false, onPress }: BatchButtonProps) {
  const { label } = batchActionLabels[action]
  const reason = obstacleForAll(action, orders)
  const content = (
    <>
      {icon}
      {label}
    </>
  )
  return reason ? (
    <BlockedButton reason={reason}>{content}</BlockedButton>
  ) : (
    <Button isPending={isPending} onClick={onPress}>
      {content}
    </Button>
  )
}

function obstacleForAll(action: BatchAction, orders: readonly OrderRow[]): string | null {
  if (orders.length > mostBatchOrders) return `At most ${formatNumber(mostBatchOrders)} orders can be picked at once.`
  const now = new Date()
  const obstacles = orders.map((order) => obstacleTo(action, order, now))
  if (obstacles.includes(null)) return null
  const [only = null] = obstacles
  return orders.length === 1 ? only : 'None of these orders can have it done as they stand.'
}
