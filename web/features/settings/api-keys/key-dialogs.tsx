import { type SubmitEvent, useState } from 'react'
import type { ApiKeyRow, NewApiKey } from '#contract/api-keys.ts'
import { t } from '#contract/i18n.ts'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { rich } from '#web/shared/rich.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useRevokeKey, useRotateKey } from './api.ts'
import { defaultOverlap, overlapOptions, overlapTerm, parseOverlap } from './labels.ts'

type RotateKeyDialogProps = { apiKey: ApiKeyRow; onCreated: (key: NewApiKey) => void; onClose: () => void }

export function RotateKeyDialog({ apiKey, onCreated, onClose }: RotateKeyDialogProps) {
  const rotate = useRotateKey(apiKey.id, (newKey) => {
    onClose()
    onCreated(newKey)
  })
  return (
    <ReplaceDialog
      title={t('Rotate “{name}”?', { name: apiKey.name })}
      description={t('A new key with the same name and permissions replaces it.')}
      action={t('Rotate')}
      consequence={(term) => t('The current key will stop working {term}.', { term })}
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
      title={isMaster ? t('Revoke the master key?') : t('Revoke “{name}”?', { name })}
      confirmLabel={t('Revoke')}
      isDangerous
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate(apiKey, { onSuccess: onClose })}
    >
      <p>
        {rich(t('Apps using {key} will lose access immediately. This can’t be undone.'), {
          key: <code className="font-mono wrap-anywhere">{masked}</code>,
        })}{' '}
        {lastUsedAt ? rich(t('Last used {when}.'), { when: <RelativeTime moment={lastUsedAt} /> }) : t('Not used yet.')}
      </p>
      <p>{t('Other keys and past changes made with this one are not affected.')}</p>
      <ServerErrorAlert error={revoke.error} />
    </ConfirmDialog>
  )
}

type ReplaceDialogProps = {
  title: string
  description: string
  action: string
  /** What happens to the old one: "The current key stops working in 24 hours." */
  consequence: (term: string) => string
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
        <Field label={t('Keep the current one valid')} hint={consequence(overlapTerm(overlap))}>
          {(control) => <Select {...control} options={overlapOptions} value={chosen} onValueChange={setChosen} />}
        </Field>
        <FormFooter {...sending} action={action} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
