import { useEffect } from 'react'
import { useCurrentUser, useSession } from '#web/lib/session.tsx'
import { Alert } from '#web/ui/alert.tsx'

const askEveryMs = 30_000

/** While the database is a copy of an earlier moment that nobody has reconciled yet. Goes away by itself when that is done. */
export function RestoredNotice() {
  const { restoredTo, timeZone } = useCurrentUser()
  const { refresh } = useSession()
  useEffect(() => {
    if (restoredTo === null) return undefined
    const asking = setInterval(() => void refresh(), askEveryMs)
    return () => clearInterval(asking)
  }, [restoredTo, refresh])

  if (restoredTo === null) return null
  return (
    <div className="mb-6">
      <Alert tone="warning" title={`The database was brought back to ${momentIn(timeZone, restoredTo)}`}>
        What happened after that is not here. Until it has been compared with what Amazon has, no orders come in and
        nothing is sent: no shipments, no stock or prices, no messages. Whoever runs Lockstep starts that with{' '}
        <code className="font-mono text-sm">npm run reconcile</code>.
      </Alert>
    </div>
  )
}

const momentIn = (timeZone: string, moment: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone }).format(new Date(moment))
