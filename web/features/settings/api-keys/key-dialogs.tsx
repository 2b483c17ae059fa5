import { type SubmitEvent, useState } from 'react'
import type { ApiKeyRow, NewApiKey } from '#contract/api-keys.ts'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useRevokeKey, useRotateKey } from './api.ts'
import { defaultOverlap, overlapOptions, overlapSentence, parseOverlap } from './labels.ts'

type RotateKeyDialogProps = { apiKey: ApiKeyRow; onCreated: (key: NewApiKey) => void; onClose: () => void }

export function RotateKeyDialog({ apiKey, onCreated, onClose }: RotateKeyDialogProps) {
  const rotate = useRotateKey(apiKey.id, (newKey) => {
    onClose()
    onCreated(newKey)
  })
  return (
    <ReplaceDialog
      title={`Rotate “${apiKey.name}”?`}
      description="A new key of the same name and permissions takes its place."
      action="Rotate"
      consequence="the present key opens nothing any more"
      serverError={rotate.error}
      isPending={rotate.isPending}
      onReplace={rotate.mutate}
      onClose={onClose}
    />
  )
}

type RevokeKeyDialogProps = { apiKey: ApiKeyRow; onClose: () => void }

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

type ReplaceDialogProps = {
  title: string
  description: string
  action: string
  /** What happens to the old one, completes a sentence such as "In 24 hours …". */
  consequence: string
  serverError: unknown
  isPending: boolean
  onReplace: (overlapHours: number) => void
  onClose: () => void
}

/** Confirms a replacement and asks for the overlap: how long the old key or secret stays valid beside the new one. */
export function ReplaceDialog({
  title,
  description,
  action,
  consequence,
  onReplace,
  onClose,
  ...sending
}: ReplaceDialogProps) {
  const [chosen, setChosen] = useState(String(defaultOverlap))
  const overlap = parseOverlap(chosen)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    onReplace(overlap)
  }

  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label="How long the present one stays good" hint={overlapSentence(overlap, consequence)}>
          {(control) => <Select {...control} options={overlapOptions} value={chosen} onValueChange={setChosen} />}
        </Field>
        <FormFooter {...sending} action={action} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
