import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/i18n.ts'
import { type CustomerRow, privacyApi } from '#contract/privacy.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, pathWithQuery } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'
import { ServerErrorAlert } from './server-error-alert.tsx'
import { LazyConfirmDialog } from './lazy-confirm-dialog.tsx'

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
    <LazyConfirmDialog
      open
      onOpenChange={onClose}
      title={name === null ? t('Erase this customer’s data?') : t('Erase data for {name}?', { name })}
      confirmLabel={t('Erase')}
      isDangerous
      isPending={erase.isPending}
      onConfirm={() => erase.mutate(customerId, { onSuccess: onClose })}
    >
      <p>
        {t(
          'Name, email address, phone number and addresses will be erased everywhere immediately: from orders, messages and data received from channels. This can’t be undone.',
        )}
      </p>
      <p>
        {t('We keep {orders} with numbers, products and amounts, and whether the customer opted out of messages.', {
          orders,
        })}
      </p>
      <ServerErrorAlert error={erase.error} />
    </LazyConfirmDialog>
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
      toast({ title: t('Customer Data Erased'), description: t('Orders keep their products and amounts') })
      // Updates the cached rows instead of refetching: the same search would no longer find the erased customer.
      queryClient.setQueriesData<CustomerRow[]>({ queryKey: customersKey }, (rows) =>
        rows?.map((row) => (row.id === erased.id ? erased : row)),
      )
      return queryClient.invalidateQueries({ queryKey: ['orders'] })
    },
    onError: (error) => toast({ variant: 'destructive', title: t('Not Erased'), description: errorMessage(error) }),
  })
}
