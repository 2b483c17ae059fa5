import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { notificationTypeLabels } from '#contract/notification-values.ts'
import { notificationsApi, TemplateInput, type TemplateRow } from '#contract/notifications.ts'
import { allows } from '#contract/roles.ts'
import type { CompanySettings } from '#contract/settings.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { MethodBadge } from '#web/shared/method-badge.tsx'
import { useFocusFallback } from '#web/ui/use-focus-heir.ts'
import { SettingsForm } from '../../settings-form.tsx'
import { useSettingsForm } from '../../use-settings-saving.ts'
import { useSaveTemplate } from './api.ts'
import { CustomTextBadge } from './own-words-badge.tsx'
import { ResetTemplate } from './reset-template.tsx'
import { TemplateBoxes } from './template-boxes.tsx'
import { type TemplateForm, toFormValues } from './template-fields.ts'
import { TemplatePreview } from './template-preview.tsx'
import { audienceTitles, templateName } from './template-words.ts'

const { access } = notificationsApi.saveTemplate

type TemplateEditorProps = { template: TemplateRow; company: CompanySettings['company'] }

export function TemplateEditor({ template, company }: TemplateEditorProps) {
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
    saved,
    save: async (words) => toFormValues(await saveTemplate.mutateAsync({ audience, type, method, ...words })),
  })

  return (
    <SettingsForm
      label={templateName(template)}
      saving={saving}
      access={access}
      deniedAction="change messages"
      // Default words that are saved as they are would count as the company's own.
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
        <TemplateBoxes form={form} template={template} />
        <TemplatePreview form={form} template={template} company={company} />
      </div>
    </SettingsForm>
  )
}
