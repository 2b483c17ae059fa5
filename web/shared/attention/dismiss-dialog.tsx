import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import type { AttentionRow } from '#contract/attention.ts'
import { line } from '#contract/fields.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { FormFooter } from '../form-footer.tsx'
import { showServerErrors } from '../form-submission.ts'
import { useDismissAttention } from './api.ts'

type DismissDialogProps = { row: AttentionRow; onClose: () => void }

export function DismissDialog({ row, onClose }: DismissDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Dismiss this?"
      description={
        row.orderId
          ? 'Removes it from the list. The order is no longer held back. Your reason stays in the order’s timeline.'
          : 'Removes it from the list. The delivery can still be replayed from the channel.'
      }
    >
      <DismissForm attentionId={row.id} onClose={onClose} />
    </Dialog>
  )
}

const Dismissal = z.object({ reason: line('Reason', 500) })

type DismissFormProps = { attentionId: string; onClose: () => void }

function DismissForm({ attentionId, onClose }: DismissFormProps) {
  const dismiss = useDismissAttention()
  const form = useForm({ resolver: zodResolver(Dismissal), defaultValues: { reason: '' } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await dismiss.mutateAsync({ attentionId, reason })
      onClose()
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field label="Reason" hint="Why no action is needed" error={errors.reason?.message}>
        {(control) => <Input {...control} {...form.register('reason')} autoComplete="off" />}
      </Field>
      <FormFooter
        action="Dismiss"
        serverError={errors.root?.['server'] ? dismiss.error : null}
        isPending={isSubmitting}
        onCancel={onClose}
      />
    </form>
  )
}
