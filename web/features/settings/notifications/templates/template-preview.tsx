import { useWatch } from 'react-hook-form'
import { fillTemplate, sampleValues } from '#contract/message-templates.ts'
import type { TemplateRow } from '#contract/notifications.ts'
import type { CompanySettings } from '#contract/settings.ts'
import { SmsBubble } from '#web/shared/sms-bubble.tsx'
import { MailPreview } from './mail-preview.tsx'
import { SmsCount } from './sms-count.tsx'
import type { TemplateForm } from './template-fields.ts'

type TemplatePreviewProps = { form: TemplateForm; template: TemplateRow; company: CompanySettings['company'] }

export function TemplatePreview({ form, template, company }: TemplatePreviewProps) {
  const [subject, body] = useWatch({ control: form.control, name: ['subject', 'body'] })
  return (
    <section aria-label="Preview" className="grid min-w-0 content-start gap-1.5">
      <h3 className="font-medium">
        Preview <span className="font-normal text-muted">with sample values</span>
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
