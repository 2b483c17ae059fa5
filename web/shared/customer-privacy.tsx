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

/** The list that a search for customers is kept under. */
export const customersKey = ['privacy', 'customers']

/** All that is kept about a customer, as a file. */
export const customerExportPath = (customerId: string): string => pathWithQuery(privacyApi.export, { customerId })

function useEraseCustomer() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (customerId: string) => call(privacyApi.erase, { customerId }),
    onSuccess: (erased) => {
      toast({ title: 'Customer Data Erased', description: 'Their orders keep products and amounts' })
      // Asked again, the same search would find nobody: what it searched by is gone.
      queryClient.setQueriesData<CustomerRow[]>({ queryKey: customersKey }, (rows) =>
        rows?.map((row) => (row.id === erased.id ? erased : row)),
      )
      return queryClient.invalidateQueries({ queryKey: ['orders'] })
    },
    onError: (error) => toast({ variant: 'destructive', title: 'Not Erased', description: errorMessage(error) }),
  })
}
