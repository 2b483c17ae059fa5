import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/i18n.ts'
import { settingsApi } from '#contract/settings.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import type { NewAccount } from '#web/shared/accounts/account-form.tsx'
import { type AccountCalls, accountCreatedText } from '#web/shared/accounts/api.ts'
import { toast } from '#web/ui/toast.ts'

export function usePeople() {
  return useQuery({
    queryKey: ['users', 'people'],
    queryFn: ({ signal }) => call(settingsApi.people, {}, { signal }),
  })
}

/** Adds to the company that the session works in, so the form's company is left out. */
export function useAddPerson() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ companyId: _companyId, ...person }: NewAccount) => call(settingsApi.addPerson, person),
    onSuccess: (created) => {
      toast({ title: t('Person Added'), description: accountCreatedText(created) })
      return queryClient.invalidateQueries({ queryKey: ['users'] })
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('Error'),
        description: t('Failed to add the person. {error}', { error: errorMessage(error) }),
      }),
  })
}

export const personCalls: AccountCalls = {
  update: (input) => call(settingsApi.updatePerson, input),
  remove: (input) => call(settingsApi.removePerson, input),
  resetSignIn: (input) => call(settingsApi.resetPersonSignIn, input),
  endSessions: async (input) => {
    await call(settingsApi.endPersonSessions, input)
    return {}
  },
}
