import PackageCheck from 'lucide-react/icons/package-check'
import type { ComponentProps } from 'react'
import { OrderDialogButton } from './order-dialog-button.tsx'

type FulfillOrderButtonProps = Pick<
  ComponentProps<typeof OrderDialogButton>,
  'order' | 'size' | 'variant' | 'className'
>

/** Asks Amazon for its preview and sends the order on confirmation. */
export function FulfillOrderButton({ order, ...look }: FulfillOrderButtonProps) {
  return (
    <OrderDialogButton {...look} order={order} dialog="fulfill" aria-label={`Fulfill order ${order.externalOrderId}`}>
      <PackageCheck aria-hidden />
      Fulfill
    </OrderDialogButton>
  )
}
