import { useState } from 'react'
import type { OrderDetail } from '#contract/orders.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EditAddressDialog } from '../edit-address-dialog.tsx'

/** What a person should know before they send an order. */
export function FulfillWarnings({ order }: { order: OrderDetail }) {
  const [isEditing, setIsEditing] = useState(false)
  const { addressProblems, attentions } = order
  return (
    <>
      {addressProblems.length > 0 && (
        <Alert
          tone="danger"
          title="Amazon can’t deliver to this address"
          action={
            <Button size="small" onClick={() => setIsEditing(true)}>
              Edit address
            </Button>
          }
        >
          {addressProblems.join('. ')}.
        </Alert>
      )}
      {attentions.length > 0 && (
        <Alert tone="warning" title="This order needs attention">
          <ul className="grid gap-1">
            {attentions.map(({ id, reason }) => (
              <li key={id}>{reason}</li>
            ))}
          </ul>
        </Alert>
      )}
      {isEditing && <EditAddressDialog order={order} onClose={() => setIsEditing(false)} />}
    </>
  )
}
