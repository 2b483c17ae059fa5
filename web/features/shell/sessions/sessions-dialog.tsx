import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { authApi, type SessionRow } from '#contract/auth.ts'
import { t } from '#contract/i18n.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { QueryContent } from '#web/shared/query-content.tsx'
import { RelativeTime, TimeZone } from '#web/shared/relative-time.tsx'
import { rich } from '#web/shared/rich.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { useFocusAfterRemoval } from '#web/ui/focus.ts'
import { toast } from '#web/ui/toast.ts'
import { deviceName } from '#contract/device-name.ts'

type SessionsDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function SessionsDialog({ open, onOpenChange }: SessionsDialogProps) {
  const { timeZone } = useCurrentUser()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('Your sessions')}
      description={t(
        'Where you are signed in. If you don’t recognize a session, end it and tell an admin at your company.',
      )}
    >
      <TimeZone value={timeZone}>
        <Sessions />
      </TimeZone>
    </Dialog>
  )
}

function Sessions() {
  const sessions = useSessions()
  return (
    <QueryContent what={t('Your sessions')} query={sessions}>
      {(rows) => <SessionList sessions={rows} />}
    </QueryContent>
  )
}

function SessionList({ sessions }: { sessions: readonly SessionRow[] }) {
  const endOthers = useEndOtherSessions()
  const list = useFocusAfterRemoval<HTMLUListElement>(sessions.length)
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label={t('Your sessions')} className="divide-y rounded-lg border outline-none">
        {sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
      {others.length > 0 && (
        <DialogActions>
          <Button variant="danger" isPending={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t('End all other sessions')}
          </Button>
        </DialogActions>
      )}
    </>
  )
}

function Session({ session }: { session: SessionRow }) {
  const { id, isCurrent, userAgent, ipAddress, startedAt, lastUsedAt } = session
  const endSession = useEndSession()
  const device = deviceName(userAgent)
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span title={userAgent ?? undefined}>{device}</span>
          {isCurrent && <Badge tone="success">{t('This session')}</Badge>}
        </p>
        <p className="text-sm text-muted">{ipAddress ?? t('Unknown IP address')}</p>
        <p className="text-sm text-muted">
          {rich(t('Last used {lastUsed}, started {started}'), {
            lastUsed: <RelativeTime moment={lastUsedAt} />,
            started: <RelativeTime moment={startedAt} />,
          })}
        </p>
      </div>
      {!isCurrent && (
        <Button
          size="small"
          aria-label={t('End the session on {device}', { device })}
          isPending={endSession.isPending}
          onClick={() => endSession.mutate(id)}
        >
          {t('End')}
        </Button>
      )}
    </li>
  )
}

const sessionsKey = ['sessions']

/** Sessions have no live topic, so they are read again whenever they are shown. */
function useSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => call(authApi.sessions, {}, { signal }),
    staleTime: 0,
  })
}

function useEndSession() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string) => call(authApi.endSession, { sessionId }),
    onSuccess: () => toast({ title: t('Session Ended'), description: t('That browser was signed out') }),
    onError: (error) => toastFailure(t('Failed to end the session'), error),
    // Also after a failure: the session may have ended in the meantime.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  })
}

function useEndOtherSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(authApi.endOtherSessions, {}),
    onSuccess: ({ ended }) => {
      toast({
        title: t('Sessions Ended'),
        description: t('You were signed out of {ended, plural, one {# other session} other {# other sessions}}', {
          ended,
        }),
      })
      return queryClient.invalidateQueries({ queryKey: sessionsKey })
    },
    onError: (error) => toastFailure(t('Failed to end the other sessions'), error),
  })
}

function toastFailure(what: string, error: unknown) {
  toast({ variant: 'destructive', title: t('Error'), description: `${what}. ${errorMessage(error)}` })
}
