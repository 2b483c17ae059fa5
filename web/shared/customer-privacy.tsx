import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type CustomerRow, privacyApi } from '#contract/privacy.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, pathWithQuery } from '#web/lib/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { ServerErrorAlert } from './server-error-alert.tsx'

type EraseCustomerProps = {
  customerId: string
  name: string | null
  /** Orders that remain, such as "their 3 orders". */
  orders: string
  onClose: () => void
}

/** Confirmation before the personal data of a customer is erased. */
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

/** Query key of customer searches. */
export const customersKey = ['privacy', 'customers']

/** Download of all data stored about a customer. */
export const customerExportPath = (customerId: string): string => pathWithQuery(privacyApi.export, { customerId })

function useEraseCustomer() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (customerId: string) => call(privacyApi.erase, { customerId }),
    onSuccess: (erased) => {
      toast({ title: 'Customer Data Erased', description: 'Their orders keep products and amounts' })
      // Updates the cached rows instead of refetching: the same search would no longer find the erased customer.
      queryClient.setQueriesData<CustomerRow[]>({ queryKey: customersKey }, (rows) =>
        rows?.map((row) => (row.id === erased.id ? erased : row)),
      )
      return queryClient.invalidateQueries({ queryKey: ['orders'] })
    },
    onError: (error) => toast({ variant: 'destructive', title: 'Not Erased', description: errorMessage(error) }),
  })
}
