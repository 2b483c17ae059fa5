import type { ApiKeyRow } from '#contract/api-keys.ts'
import { ServerErrorAlert } from '#web/shared/refusal.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useRevokeKey } from './api.ts'

type RevokeKeyDialogProps = { apiKey: ApiKeyRow; onClose: () => void }

/** The question before a key ends. */
export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const revoke = useRevokeKey()
  const { name, masked, isMaster, lastUsedAt } = apiKey
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={isMaster ? 'Revoke the master key?' : `Revoke “${name}”?`}
      confirmLabel="Revoke"
      isDangerous
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate(apiKey, { onSuccess: onClose })}
    >
      <p>
        Programs that use <code className="font-mono wrap-anywhere">{masked}</code> are refused at once, and it can’t be
        brought back.{' '}
        {lastUsedAt ? (
          <>
            It was last used <RelativeTime moment={lastUsedAt} />.
          </>
        ) : (
          'It was never used.'
        )}
      </p>
      <p>Other keys stay as they are, and so does what was done with this one.</p>
      <ServerErrorAlert error={revoke.error} />
    </ConfirmDialog>
  )
}
