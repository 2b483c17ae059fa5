import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import type { AttentionRow } from '#contract/attention.ts'
import { line } from '#contract/fields.ts'
import { t } from '#contract/i18n.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { DraftNotice } from '../drafts.tsx'
import { FormDialog, type FormDialogControl } from '../form-dialog.tsx'
import { FormFooter } from '../form-footer.tsx'
import { useFormSaving } from '../form-submission.ts'
import { useDismissAttention } from './api.ts'

type DismissDialogProps = { row: AttentionRow; onClose: () => void }

export function DismissDialog({ row, onClose }: DismissDialogProps) {
  return (
    <FormDialog
      title={t('Dismiss this?')}
      description={
        row.orderId
          ? t('Removes the order from the list. It will no longer be held back. Your reason stays in its timeline.')
          : t('Removes the delivery from the list. You can still replay it from the channel.')
      }
      draft={`dismiss ${row.id}`}
      onClose={onClose}
    >
      {(dialog) => <DismissForm attentionId={row.id} dialog={dialog} onDismissed={onClose} />}
    </FormDialog>
  )
}

const Dismissal = z.object({ reason: line(t('Reason'), 500) })

type DismissFormProps = { attentionId: string; dialog: FormDialogControl; onDismissed: () => void }

function DismissForm({ attentionId, dialog, onDismissed }: DismissFormProps) {
  const dismiss = useDismissAttention()
  const form = useForm({ resolver: zodResolver(Dismissal), defaultValues: { reason: '' } })
  const { errors, isSubmitting } = form.formState
  const { onSubmit, serverError, draft } = useFormSaving(form, {
    dialog,
    save: ({ reason }) => dismiss.mutateAsync({ attentionId, reason }),
    onSaved: onDismissed,
  })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <DraftNotice draft={draft} />
      <Field label={t('Reason')} hint={t('Why no action is needed')} error={errors.reason?.message}>
        {(control) => <Input {...control} {...form.register('reason')} autoComplete="off" />}
      </Field>
      <FormFooter action={t('Dismiss')} serverError={serverError} isPending={isSubmitting} onCancel={dialog.leave} />
    </form>
  )
}
