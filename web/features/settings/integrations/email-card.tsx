import Mail from 'lucide-react/icons/mail'
import type { CompanySettings } from '#contract/settings.ts'
import { Fact } from '#web/shared/fact.tsx'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useSettings } from '../api.ts'
import { ConfigureEmail } from './email-configure.tsx'
import { IntegrationCard } from './integration-card.tsx'

export function EmailCard() {
  const { data: settings, error, isFetching, refetch } = useSettings()
  return (
    <IntegrationCard
      icon={Mail}
      title="Email service"
      description="Mails to your customers, and alerts to you"
      action={settings && <ConfigureEmail settings={settings} />}
    >
      {error && !settings && (
        <LoadError what="The email settings" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!settings && !error && <Spinner />}
      {settings && <EmailFacts settings={settings} />}
    </IntegrationCard>
  )
}

function EmailFacts({ settings: { mail, mailService, company } }: { settings: CompanySettings }) {
  return (
    <>
      {mailService.isConfigured ? (
        <p className="text-muted">The email provider is configured.</p>
      ) : (
        <Alert tone="warning" title="The email provider is not configured">
          No mail can be sent until whoever runs Lockstep for you sets SMTP_URL and MAIL_FROM. The sender can be chosen
          before that.
        </Alert>
      )}
      <dl className="grid gap-x-6 gap-y-3 border-t pt-4 sm:grid-cols-2 lg:grid-cols-4">
        <Fact label="Status">
          {mailService.isConfigured ? (
            <Badge tone="success">Configured</Badge>
          ) : (
            <Badge tone="warning">Not configured</Badge>
          )}
        </Fact>
        <Fact label="Sender name">{mail.senderName ?? company.name}</Fact>
        <Fact label="Sender address">{mail.senderAddress ?? mailService.from ?? '—'}</Fact>
        <Fact label="Replies go to">{mail.replyTo ?? 'The sender address'}</Fact>
      </dl>
    </>
  )
}
