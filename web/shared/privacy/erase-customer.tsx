import { ServerErrorAlert } from '../refusal.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useEraseCustomer } from './api.ts'

type EraseCustomerProps = {
  customerId: string
  name: string | null
  /** What stays of their orders, such as "their 3 orders". */
  orders: string
  onClose: () => void
}

/** The question before all that is known of a person goes. */
export function EraseCustomer({ customerId, name, orders, onClose }: EraseCustomerProps) {
  const erase = useEraseCustomer()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Erase the data of ${name ?? 'this customer'}?`}
      confirmLabel="Erase"
      isDangerous
      isPending={erase.isPending}
      onConfirm={() => erase.mutate(customerId, { onSuccess: onClose })}
    >
      <p>
        Name, email address, phone number and addresses are erased at once and everywhere: from orders, messages and
        what channels sent. It can’t be undone.
      </p>
      <p>
        What stays: {orders} with numbers, products and amounts, and that the customer wants no messages, if they said
        so.
      </p>
      <ServerErrorAlert error={erase.error} />
    </ConfirmDialog>
  )
}
