import type { PersonRow } from '#contract/settings.ts'
import { personName } from '#web/shared/person-name.ts'
import { ServerErrorAlert } from '#web/shared/refusal.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useEndSessions } from './api.ts'

type EndSessionsDialogProps = { person: PersonRow; onClose: () => void }

export function EndSessionsDialog({ person, onClose }: EndSessionsDialogProps) {
  const endSessions = useEndSessions(person)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={person.isYou ? 'End all your sessions?' : `End the sessions of ${personName(person)}?`}
      confirmLabel="End sessions"
      isDangerous
      isPending={endSessions.isPending}
      onConfirm={() => endSessions.mutate(undefined, { onSuccess: onClose })}
    >
      <p>
        {person.isYou
          ? 'You are signed out everywhere, here too. What you have not saved is lost.'
          : 'They are signed out everywhere at once. What they have not saved is lost.'}
      </p>
      <p>The account stays: signing in again opens a new session.</p>
      <ServerErrorAlert error={endSessions.error} />
    </ConfirmDialog>
  )
}
