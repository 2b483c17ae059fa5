import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { authApi } from '#contract/auth.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { toast } from '#web/ui/toast.ts'

const sessionsKey = ['sessions']

/** Sessions have no live topic, so they are read again whenever they are shown. */
export function useSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => call(authApi.sessions, {}, { signal }),
    staleTime: 0,
  })
}

export function useEndSession() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string) => call(authApi.endSession, { sessionId }),
    onSuccess: () => toast({ title: 'Session Ended', description: 'That browser is signed out' }),
    onError: (error) => toastFailure('Failed to end the session', error),
    // Also after a failure: the session may have ended by itself.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  })
}

export function useEndOtherSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(authApi.endOtherSessions, {}),
    onSuccess: ({ ended }) => {
      toast({ title: 'Sessions Ended', description: `You were signed out of ${formatCount(ended, 'other session')}` })
      return queryClient.invalidateQueries({ queryKey: sessionsKey })
    },
    onError: (error) => toastFailure('Failed to end the other sessions', error),
  })
}

function toastFailure(what: string, error: unknown) {
  toast({ variant: 'destructive', title: 'Error', description: `${what}. ${errorMessage(error)}` })
}
