import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type CustomerRow, privacyApi } from '#contract/privacy.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, pathWithQuery } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast-store.ts'

/** The list that a search for customers is kept under. */
export const customersKey = ['privacy', 'customers']

/** All that is kept about a customer, as a file. */
export const customerExportPath = (customerId: string): string => pathWithQuery(privacyApi.export, { customerId })

export function useEraseCustomer() {
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
