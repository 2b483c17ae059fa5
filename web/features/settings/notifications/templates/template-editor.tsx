import { zodResolver } from '@hookform/resolvers/zod'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, type FocusEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { t } from '#contract/i18n.ts'
import { fillTemplate, sampleValues, type TemplateKind, type TemplateVariable } from '#contract/message-templates.ts'
import { notificationTypeLabels } from '#contract/notification-values.ts'
import { notificationsApi, TemplateInput, type TemplateRow } from '#contract/notifications.ts'
import { allows } from '#contract/roles.ts'
import type { CompanySettings } from '#contract/settings.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { leaveAfterConfirmation } from '#web/lib/leave-guards.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { MailFrame, MethodBadge, SmsBubble } from '#web/shared/notifications.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { rich } from '#web/shared/rich.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { useDebounced } from '#web/shared/use-debounced.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { useFocusFallback } from '#web/ui/focus.ts'
import { SettingsForm, useSettingsForm } from '../../settings-form.tsx'
import { useResetTemplate, useSaveTemplate, useTemplates } from './api.ts'
import { audienceTitles, CustomTextBadge, templateKeyOf, templateName, variableLabels } from './labels.tsx'
import { measureSms } from './measure-sms.ts'

type TemplateViewProps = {
  /** From the URL, so it may name no template. */
  templateKey: string
  company: CompanySettings['company']
  onBack: () => void
}

export function TemplateView({ templateKey, company, onBack }: TemplateViewProps) {
  const { data, error, isFetching, refetch } = useTemplates()
  const back = useRef<HTMLButtonElement>(null)
  const template = data?.find((one) => templateKeyOf(one) === templateKey)

  useEffect(() => back.current?.focus(), [])

  return (
    <>
      <div className="px-4 pt-4 md:px-5">
        <Button
          ref={back}
          variant="quiet"
          size="small"
          className="-ml-2.5"
          onClick={() => leaveAfterConfirmation(onBack)}
        >
          <ArrowLeft aria-hidden />
          {t('All notification settings')}
        </Button>
        {error && !data && (
          <LoadError what={t('The message')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        )}
      </div>
      {!data && !error && <Spinner />}
      {data && !template && <EmptyState>{t('Message not found.')}</EmptyState>}
      {template && <TemplateEditor template={template} company={company} />}
    </>
  )
}

const { access } = notificationsApi.saveTemplate

type TemplateEditorProps = { template: TemplateRow; company: CompanySettings['company'] }

function TemplateEditor({ template, company }: TemplateEditorProps) {
  const { role } = useCurrentUser()
  const { audience, type, method, subject, body, isOwn } = template
  const saved = useMemo(() => toFormValues({ subject, body }), [subject, body])
  const saveTemplate = useSaveTemplate()
  const heading = useFocusFallback<HTMLHeadingElement>(!isOwn)
  const form: TemplateForm = useForm({
    resolver: zodResolver(TemplateInput),
    defaultValues: saved,
    disabled: !allows(access, role),
  })
  const saving = useSettingsForm(form, {
    draft: `template ${audience} ${type} ${method}`,
    saved,
    save: async (values) => toFormValues(await saveTemplate.mutateAsync({ audience, type, method, ...values })),
  })

  return (
    <SettingsForm
      label={templateName(template)}
      saving={saving}
      access={access}
      task={t('change messages')}
      // Saving the unchanged default would store it as the company's own text.
      isIdleUntilChanged
      extra={isOwn && <ResetTemplate template={template} onReset={(row) => form.reset(toFormValues(row))} />}
    >
      <header className="px-4 pt-3 md:px-5">
        <h2
          ref={heading}
          tabIndex={-1}
          className="flex flex-wrap items-center gap-x-2 gap-y-1 text-lg font-semibold outline-none"
        >
          {notificationTypeLabels[type]} <MethodBadge method={method} /> <CustomTextBadge isOwn={isOwn} />
        </h2>
        <p className="text-sm text-muted">{audienceTitles[audience]}</p>
      </header>
      <div className="grid gap-x-8 gap-y-6 px-4 py-5 md:px-5 lg:grid-cols-2">
        <TemplateFields form={form} template={template} />
        <TemplatePreview form={form} template={template} company={company} />
      </div>
    </SettingsForm>
  )
}

type TemplateForm = UseFormReturn<TemplateInput, unknown, z.output<typeof TemplateInput>>

/** Inputs hold empty strings instead of null. */
const toFormValues = ({ subject, body }: Pick<TemplateRow, 'subject' | 'body'>): TemplateInput => ({
  subject: subject ?? '',
  body,
})

type TemplateFieldsProps = { form: TemplateForm; template: TemplateRow }

function TemplateFields({ form, template: { method, variables } }: TemplateFieldsProps) {
  const { errors, disabled } = form.formState
  const fields = useRef<HTMLDivElement>(null)
  const lastFocused = useRef<TextBox>(null)
  const rememberFocus = (event: FocusEvent<TextBox>) => {
    lastFocused.current = event.currentTarget
  }

  function insert(text: string) {
    const message = fields.current?.querySelector('textarea')
    if (lastFocused.current) insertAtCaret(lastFocused.current, text)
    else if (message) insertAtEnd(message, text)
  }

  return (
    <div ref={fields} className="grid min-w-0 content-start gap-4">
      {method === 'email' && (
        <Field label={t('Subject')} error={errors.subject?.message}>
          {(control) => <Input {...control} {...form.register('subject')} autoComplete="off" onFocus={rememberFocus} />}
        </Field>
      )}
      <Field label={t('Message')} error={errors.body?.message}>
        {(control) => (
          <Textarea
            {...control}
            {...form.register('body')}
            rows={method === 'email' ? 12 : 6}
            onFocus={rememberFocus}
          />
        )}
      </Field>
      <VariableButtons variables={variables} isDisabled={disabled} onInsert={(variable) => insert(`{{${variable}}}`)} />
    </div>
  )
}

type VariableButtonsProps = {
  variables: readonly TemplateVariable[]
  isDisabled: boolean
  onInsert: (variable: TemplateVariable) => void
}

function VariableButtons({ variables, isDisabled, onInsert }: VariableButtonsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm text-muted">{t('Insert a variable')}</legend>
      <div className="flex flex-wrap gap-2">
        {variables.map((variable) => (
          <Button key={variable} size="small" disabled={isDisabled} onClick={() => onInsert(variable)}>
            <Plus aria-hidden />
            {variableLabels[variable]}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

type TextBox = HTMLInputElement | HTMLTextAreaElement

/** Inserts text at the caret, replacing the selection, and puts the caret after it. */
function insertAtCaret(box: TextBox, text: string): void {
  const { selectionStart, selectionEnd, value } = box
  box.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end')
  // React Hook Form listens to input events.
  box.dispatchEvent(new Event('input', { bubbles: true }))
  box.focus()
}

/** For a box that has not been focused yet. */
function insertAtEnd(box: TextBox, text: string): void {
  box.setSelectionRange(box.value.length, box.value.length)
  insertAtCaret(box, text)
}

type ResetTemplateProps = { template: TemplateRow; onReset: (reset: TemplateRow) => void }

function ResetTemplate({ template, onReset }: ResetTemplateProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const reset = useResetTemplate()
  return (
    <>
      <PermittedButton
        access={notificationsApi.resetTemplate.access}
        task={t('change messages')}
        onClick={() => setIsConfirming(true)}
      >
        {t('Restore default')}
      </PermittedButton>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t('Restore the default text?')}
        confirmLabel={t('Restore default')}
        isDangerous
        isPending={reset.isPending}
        onConfirm={() =>
          reset.mutate(template, {
            onSuccess: (row) => {
              onReset(row)
              setIsConfirming(false)
            },
          })
        }
      >
        <p>{t('Your company’s text for this message will be deleted. Messages already sent won’t change.')}</p>
        <ServerErrorAlert error={reset.error} />
      </ConfirmDialog>
    </>
  )
}

type TemplatePreviewProps = { form: TemplateForm; template: TemplateRow; company: CompanySettings['company'] }

const muted = (words: ReactNode) => <span className="font-normal text-muted">{words}</span>

function TemplatePreview({ form, template, company }: TemplatePreviewProps) {
  const [subject, body] = useWatch({ control: form.control, name: ['subject', 'body'] })
  return (
    <section aria-label={t('Preview')} className="grid min-w-0 content-start gap-1.5">
      <h3 className="font-medium">
        {rich(t('Preview <note>with sample values</note>'), {
          note: muted,
        })}
      </h3>
      {template.method === 'email' ? (
        <MailPreview kind={template} subject={subject ?? ''} body={body ?? ''} />
      ) : (
        <SmsPreview text={fillTemplate(body ?? '', { ...sampleValues, companyName: company.name })} />
      )}
    </section>
  )
}

function SmsPreview({ text }: { text: string }) {
  return (
    <>
      <SmsBubble text={text} />
      <SmsCount text={text} />
    </>
  )
}

type MailPreviewProps = { kind: TemplateKind; subject: string; body: string }

function MailPreview({ kind: { audience, type, method }, subject, body }: MailPreviewProps) {
  const isWhole = TemplateInput.safeParse({ subject, body }).success && body.trim() !== ''
  const src = useDebounced(
    isWhole ? pathWithQuery(notificationsApi.previewTemplate, { audience, type, method, subject, body }) : null,
  )
  if (src === null) {
    return <p className="rounded-lg border bg-sunken p-4 text-muted">{t('Your message will appear here.')}</p>
  }
  return <MailFrame title={t('Email preview')} src={src} />
}

/** Length of a text in SMS, the unit of its cost. */
function SmsCount({ text }: { text: string }) {
  const { characters, messages, unusual } = measureSms(text)
  return (
    <div className="text-sm text-muted">
      <p aria-live="polite">
        {t('{characters, plural, one {# character} other {# characters}}, sent as {messages} SMS', {
          characters,
          messages,
        })}
      </p>
      {unusual.length > 0 && (
        <p>
          {t('With {unusual}, one SMS holds only 70 characters instead of 160.', {
            unusual: unusual.slice(0, 5).join(' '),
          })}
        </p>
      )}
    </div>
  )
}
