import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { adminApi } from '#contract/admin.ts'
import { type Role, roleLabels } from '#contract/roles.ts'
import { type PersonRow, settingsApi } from '#contract/settings.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { personName } from '#web/shared/people.tsx'
import { toast } from '#web/ui/toast.ts'

export function usePeople() {
  return useQuery({
    queryKey: ['users', 'people'],
    queryFn: ({ signal }) => call(settingsApi.people, {}, { signal }),
  })
}

export function useChangeRole(person: PersonRow) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (role: Role) => call(adminApi.updateUser, { userId: person.id, role }),
    onSuccess: ({ role }) => {
      toast({ title: 'Role Changed', description: `${personName(person)} has the role ${roleLabels[role]} now` })
      return queryClient.invalidateQueries({ queryKey: ['users'] })
    },
    onError: (error) => toastFailure('Failed to change the role', error),
  })
}

export function useEndSessions(person: PersonRow) {
  return useMutation({
    mutationFn: () => call(adminApi.endSessions, { userId: person.id }),
    onSuccess: ({ ended }) => {
      const name = personName(person)
      toast(
        ended === 0
          ? { title: 'No Sessions', description: `${name} was not signed in anywhere` }
          : { title: 'Sessions Ended', description: `${name} was signed out of ${formatCount(ended, 'session')}` },
      )
    },
    onError: (error) => toastFailure('Failed to end sessions', error),
  })
}

function toastFailure(what: string, error: unknown) {
  toast({ variant: 'destructive', title: 'Error', description: `${what}. ${errorMessage(error)}` })
}
