import type { TemplateKind } from '#contract/message-templates.ts'
import { notificationsApi, TemplateInput } from '#contract/notifications.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { MailFrame } from '#web/shared/mail-frame.tsx'
import { useDebounced } from '#web/shared/use-debounced.ts'

type MailPreviewProps = { kind: TemplateKind; subject: string; body: string }

export function MailPreview({ kind: { audience, type, method }, subject, body }: MailPreviewProps) {
  const isWhole = TemplateInput.safeParse({ subject, body }).success && body.trim() !== ''
  const src = useDebounced(
    isWhole ? pathWithQuery(notificationsApi.previewTemplate, { audience, type, method, subject, body }) : null,
  )
  if (src === null) {
    return <p className="rounded-lg border bg-sunken p-4 text-muted">What you write appears here.</p>
  }
  return <MailFrame title="Preview of the mail" src={src} />
}
