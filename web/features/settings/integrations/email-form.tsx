import { zodResolver } from '@hookform/resolvers/zod'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type CompanySettings, MailSettings } from '#contract/settings.ts'
import type { FormDialogControl } from '#web/shared/form-dialog.tsx'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { useFormSaving } from '#web/shared/use-form-saving.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useSaveMail, useTestMail } from './email-api.ts'
import { TestMail } from './email-test.tsx'

type MailForm = UseFormReturn<z.input<typeof MailSettings>, unknown, MailSettings>

type EmailFormProps = { settings: CompanySettings; dialog: FormDialogControl; onSaved: () => void }

export function EmailForm({ settings: { mail, mailService, company }, dialog, onSaved }: EmailFormProps) {
  const saveMail = useSaveMail()
  const test = useTestMail()
  const form: MailForm = useForm({
    resolver: zodResolver(MailSettings),
    defaultValues: {
      senderName: mail.senderName ?? '',
      senderAddress: mail.senderAddress ?? '',
      replyTo: mail.replyTo ?? '',
    },
  })
  const { errors, isSubmitting } = form.formState
  const { onSubmit, serverError } = useFormSaving(form, { dialog, save: saveMail.mutateAsync, onSaved })

  return (
    // What came of a test is true of the sender that was tested, not of what is typed next.
    <form noValidate onSubmit={onSubmit} onChange={test.reset} className="grid gap-4">
      <Field label="Sender name" isOptional error={errors.senderName?.message}>
        {(control) => (
          <Input {...control} {...form.register('senderName')} placeholder={company.name} autoComplete="off" />
        )}
      </Field>
      <Field
        label="Sender address"
        isOptional
        hint="The email provider must be allowed to send for it, or mail programs take it for spam."
        error={errors.senderAddress?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('senderAddress')}
            type="email"
            placeholder={mailService.from ?? undefined}
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        label="Reply-to"
        isOptional
        hint="Where customers’ answers arrive. Left empty, at the sender address."
        error={errors.replyTo?.message}
      >
        {(control) => <Input {...control} {...form.register('replyTo')} type="email" autoComplete="off" />}
      </Field>
      <TestMail
        test={test}
        isConfigured={mailService.isConfigured}
        onTest={() => void form.handleSubmit((mail) => test.mutate(mail))()}
      />
      <FormFooter action="Save" serverError={serverError} isPending={isSubmitting} onCancel={dialog.leave} />
    </form>
  )
}
