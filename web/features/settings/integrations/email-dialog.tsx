import { zodResolver } from '@hookform/resolvers/zod'
import Send from 'lucide-react/icons/send'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { t } from '#contract/i18n.ts'
import { type CompanySettings, MailSettings } from '#contract/settings.ts'
import { DraftNotice } from '#web/shared/drafts.tsx'
import { FormDialog, type FormDialogControl } from '#web/shared/form-dialog.tsx'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { useFormSaving } from '#web/shared/form-submission.ts'
import { Alert } from '#web/ui/alert.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { useSaveMail, useTestMail } from '../api.ts'

type EmailDialogProps = { settings: CompanySettings; onClose: () => void }

export function EmailDialog({ settings, onClose }: EmailDialogProps) {
  return (
    <FormDialog
      title={t('Configure email')}
      description={t('The sender your customers see.')}
      draft="email"
      onClose={onClose}
    >
      {(dialog) => <EmailForm settings={settings} dialog={dialog} onSaved={onClose} />}
    </FormDialog>
  )
}

type MailForm = UseFormReturn<z.input<typeof MailSettings>, unknown, MailSettings>

type EmailFormProps = { settings: CompanySettings; dialog: FormDialogControl; onSaved: () => void }

function EmailForm({ settings: { mail, mailService, company }, dialog, onSaved }: EmailFormProps) {
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
  const { onSubmit, serverError, draft } = useFormSaving(form, { dialog, save: saveMail.mutateAsync, onSaved })

  return (
    // The result of a test is about the tested sender only, so any change clears it.
    <form noValidate onSubmit={onSubmit} onChange={test.reset} className="grid gap-4">
      <DraftNotice draft={draft} />
      <Field label={t('Sender name')} isOptional error={errors.senderName?.message}>
        {(control) => (
          <Input {...control} {...form.register('senderName')} placeholder={company.name} autoComplete="off" />
        )}
      </Field>
      <Field
        label={t('Sender address')}
        isOptional
        hint={t('We’ll send it a confirmation link. Until someone opens it, emails will come from our address.')}
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
        label={t('Reply-to')}
        isOptional
        hint={t('Where customer replies go. If empty, they go to the sender address.')}
        error={errors.replyTo?.message}
      >
        {(control) => <Input {...control} {...form.register('replyTo')} type="email" autoComplete="off" />}
      </Field>
      <TestMail
        test={test}
        isConfigured={mailService.isConfigured}
        onTest={() => void form.handleSubmit((mail) => test.mutate(mail))()}
      />
      <FormFooter action={t('Save')} serverError={serverError} isPending={isSubmitting} onCancel={dialog.leave} />
    </form>
  )
}

type TestMailProps = {
  test: ReturnType<typeof useTestMail>
  isConfigured: boolean
  onTest: () => void
}

/** Sends a test mail with the unsaved sender and shows the result. */
function TestMail({ test, isConfigured, onTest }: TestMailProps) {
  const content = (
    <>
      <Send aria-hidden />
      {t('Send me a test')}
    </>
  )
  return (
    <div className="grid justify-items-start gap-3">
      {isConfigured ? (
        <Button size="small" isPending={test.isPending} onClick={onTest}>
          {content}
        </Button>
      ) : (
        <BlockedButton size="small" reason={t('The email provider is not configured.')}>
          {content}
        </BlockedButton>
      )}
      {test.data && !test.isPending && (
        <TestResult {...test.data} senderAddress={test.variables?.senderAddress ?? null} />
      )}
      {!test.isPending && <ServerErrorAlert error={test.error} />}
    </div>
  )
}

type TestResultProps = { sentTo: string; sentFrom: string; senderAddress: string | null }

function TestResult({ sentTo, sentFrom, senderAddress }: TestResultProps) {
  if (senderAddress === null || sentFrom === senderAddress)
    return <Alert tone="success">{t('Test email from this sender sent to {sentTo}.', { sentTo })}</Alert>
  return (
    <Alert tone="warning">
      {t('Test email sent to {sentTo}. It came from {sentFrom} because {senderAddress} is not confirmed yet.', {
        sentTo,
        sentFrom,
        senderAddress,
      })}
    </Alert>
  )
}
