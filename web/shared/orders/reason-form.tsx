import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { line, plain } from '#contract/fields.ts'
import { t } from '#contract/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { DraftNotice, useFormDraft } from '../drafts.tsx'
import { showServerErrors } from '../form-submission.ts'
import { ServerErrorAlert } from '../server-error-alert.tsx'

type ReasonFormProps = {
  label: string
  hint?: string
  /** What is filled in at first. */
  text?: string
  longest: number
  /** Under which what is typed is kept until it is sent. */
  draft: string
  isOptional?: boolean
  action: string
  isDangerous?: boolean
  cancelLabel?: string
  /** Error of the last submission. */
  serverError: unknown
  onSend: (text: string | null) => Promise<unknown>
  onClose: () => void
}

/** A form with one text: the reason for an order action, or a note. */
export function ReasonForm({
  label,
  hint,
  text: filledIn = '',
  longest,
  draft: draftName,
  isOptional = false,
  onSend,
  onClose,
  ...footer
}: ReasonFormProps) {
  const form = useForm({
    resolver: zodResolver(isOptional ? optionalReason(label, longest) : requiredReason(label, longest)),
    defaultValues: { text: filledIn },
  })
  const { errors, isSubmitting } = form.formState
  const draft = useFormDraft(form, draftName)

  const submit = form.handleSubmit(async ({ text }) => {
    try {
      await onSend(text)
      draft.drop()
      onClose()
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  function cancel() {
    draft.drop()
    onClose()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <DraftNotice draft={draft} />
      <Field label={label} hint={hint} error={errors.text?.message} isOptional={isOptional}>
        {(control) => <Textarea {...control} {...form.register('text')} />}
      </Field>
      <ServerErrorAlert error={errors.root?.['server'] ? footer.serverError : null} />
      <DialogActions>
        <Button onClick={cancel}>{footer.cancelLabel ?? t('Cancel')}</Button>
        <Button type="submit" variant={footer.isDangerous ? 'danger' : 'primary'} isPending={isSubmitting}>
          {footer.action}
        </Button>
      </DialogActions>
    </form>
  )
}

/** The server stores one line, so line breaks become spaces. */
const requiredReason = (label: string, longest: number) =>
  z.object({
    text: z
      .string()
      .transform((typed) => plain(typed) ?? '')
      .pipe(line(label, longest)),
  })

const optionalReason = (label: string, longest: number) =>
  z.object({
    text: z
      .string()
      .transform((typed) => plain(typed))
      .pipe(line(label, longest).nullable()),
  })
