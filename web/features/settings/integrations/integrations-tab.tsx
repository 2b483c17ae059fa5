import { rich } from '#web/shared/rich.tsx'
import type { LucideIcon } from 'lucide-react'
import Mail from 'lucide-react/icons/mail'
import Store from 'lucide-react/icons/store'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { Link } from 'wouter'
import { marketplaceName } from '#contract/amazon-marketplaces.ts'
import { t } from '#contract/i18n.ts'
import { amazonConnectionPath, type AmazonIntegration, marketplaceApi } from '#contract/marketplace.ts'
import { type CompanySettings, settingsApi } from '#contract/settings.ts'
import { AuthorizationAlert } from '#web/shared/amazon/authorize-account.tsx'
import { Day } from '#web/shared/dates.tsx'
import { Fact } from '#web/shared/drawer-section.tsx'
import { LoadError, QueryContent } from '#web/shared/query-content.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { useSendSenderLink, useSettings } from '../api.ts'
import { useIntegration } from './api.ts'

export function IntegrationsTab() {
  return (
    <>
      <AmazonCard />
      <EmailCard />
    </>
  )
}

export function AmazonCard() {
  const query = useIntegration()
  return (
    <IntegrationCard
      icon={Store}
      title={t('Amazon Selling Partner API')}
      description={t('Stock, catalog and fulfillment for your seller account')}
      action={query.data !== undefined && <ConnectAmazon integration={query.data} />}
    >
      <QueryContent what={t('The Amazon integration')} query={query}>
        {(integration) =>
          integration ? (
            <AmazonIntegrationFacts integration={integration} />
          ) : (
            <p className="max-w-prose text-muted">
              {t(
                'No Amazon account connected. Connect your seller account to keep stock in sync with Amazon’s warehouses.',
              )}
            </p>
          )
        }
      </QueryContent>
    </IntegrationCard>
  )
}

function AmazonIntegrationFacts({ integration }: { integration: AmazonIntegration }) {
  const { name, region, marketplaces, lastSyncedAt, isActive } = integration
  return (
    <>
      <AuthorizationAlert account={integration} variant="primary" />
      <dl className="grid gap-x-6 gap-y-3 border-t pt-4 sm:grid-cols-2 lg:grid-cols-5">
        <Fact label={t('Status')}>
          {isActive ? (
            <Badge tone="success">{t('Connected')}</Badge>
          ) : (
            <Badge tone="warning">{t('Not connected')}</Badge>
          )}
        </Fact>
        <Fact label={t('Store')}>{name}</Fact>
        <Fact label={t('Region')}>{region.toUpperCase()}</Fact>
        <Fact label={t('Marketplaces')}>{marketplaces.map(marketplaceName).join(', ') || '—'}</Fact>
        <Fact label={t('Last synced')}>{lastSyncedAt ? <RelativeTime moment={lastSyncedAt} /> : t('Never')}</Fact>
      </dl>
      <p className="text-sm text-muted">
        {rich(
          t(
            'See all accounts in <accounts>Marketplace Connect</accounts> and sync history in <history>Amazon Integration</history>.',
          ),
          {
            accounts: linkTo(amazonConnectionPath),
            history: linkTo('/amazon'),
          },
        )}
      </p>
    </>
  )
}

const linkTo = (path: string) => (words: ReactNode) => (
  <Link href={path} className="text-accent underline underline-offset-2">
    {words}
  </Link>
)

const ConnectAmazonDialog = lazyPart(async () => (await import('./connect-amazon-dialog.tsx')).ConnectAmazonDialog)

/** `integration` is null until an account is connected. */
function ConnectAmazon({ integration }: { integration: AmazonIntegration | null }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        access={marketplaceApi.saveIntegration.access}
        task={t('connect Amazon accounts')}
        variant={integration ? 'secondary' : 'primary'}
        onFocus={ConnectAmazonDialog.preload}
        onPointerEnter={ConnectAmazonDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        {integration ? t('Reconfigure') : t('Connect Amazon Account')}
      </PermittedButton>
      <Suspense>
        {isOpen && <ConnectAmazonDialog integration={integration} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}

export function EmailCard() {
  const { data: settings, error, isFetching, refetch } = useSettings()
  return (
    <IntegrationCard
      icon={Mail}
      title={t('Email service')}
      description={t('Emails to your customers and alerts to you')}
      action={settings && <ConfigureEmail settings={settings} />}
    >
      {error && !settings && (
        <LoadError
          what={t('The email settings')}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!settings && !error && <Spinner />}
      {settings && <EmailFacts settings={settings} />}
    </IntegrationCard>
  )
}

function EmailFacts({ settings }: { settings: CompanySettings }) {
  const { mail, mailService, company } = settings
  return (
    <>
      {mailService.isConfigured ? (
        <p className="text-muted">{t('The email provider is configured.')}</p>
      ) : (
        <Alert tone="warning" title={t('The email provider is not configured')}>
          {t(
            'No email can be sent until your provider sets SMTP_URL and MAIL_FROM. You can choose the sender before that.',
          )}
        </Alert>
      )}
      <dl className="grid gap-x-6 gap-y-3 border-t pt-4 sm:grid-cols-2 lg:grid-cols-4">
        <Fact label={t('Status')}>
          {mailService.isConfigured ? (
            <Badge tone="success">{t('Configured')}</Badge>
          ) : (
            <Badge tone="warning">{t('Not configured')}</Badge>
          )}
        </Fact>
        <Fact label={t('Sender name')}>{mail.senderName ?? company.name}</Fact>
        <Fact label={t('Sender address')}>{mail.senderAddress ?? mailService.from ?? '—'}</Fact>
        <Fact label={t('Replies go to')}>{mail.replyTo ?? t('The sender address')}</Fact>
      </dl>
      {mail.senderAddress !== null && <SenderConfirmation settings={settings} address={mail.senderAddress} />}
    </>
  )
}

type SenderConfirmationProps = { settings: CompanySettings; address: string }

/** Whether the sender address is proven to be the company's, and how to prove it. */
function SenderConfirmation({ settings, address }: SenderConfirmationProps) {
  const { senderConfirmation, mailService, company } = settings
  const { confirmedAt, linkSentAt } = senderConfirmation
  const sendLink = useSendSenderLink()
  const sender = { name: settings.mail.senderName ?? company.name, replyTo: settings.mail.replyTo ?? address }
  if (confirmedAt !== null) {
    return (
      <p className="text-sm text-muted">
        {rich(t('{address}: Confirmed on {day}.'), { address, day: <Day moment={confirmedAt} /> })}
      </p>
    )
  }
  return (
    <Alert
      tone="warning"
      title={
        linkSentAt === null ? t('Not confirmed yet') : t('Not confirmed yet: we sent a link to {address}', { address })
      }
      action={
        mailService.isConfigured && (
          <PermittedButton
            size="small"
            access={settingsApi.sendSenderLink.access}
            task={t('confirm the sender address')}
            isPending={sendLink.isPending}
            onClick={() => sendLink.mutate(undefined)}
          >
            {linkSentAt === null ? t('Send link') : t('Send again')}
          </PermittedButton>
        )
      }
    >
      {mailService.from === null
        ? t(
            'Until someone opens the link, your emails come from our address as {name}. Replies go to {replyTo}.',
            sender,
          )
        : t('Until someone opens the link, your emails come from {from} as {name}. Replies go to {replyTo}.', {
            ...sender,
            from: mailService.from,
          })}
    </Alert>
  )
}

const EmailDialog = lazyPart(async () => (await import('./email-dialog.tsx')).EmailDialog)

function ConfigureEmail({ settings }: { settings: CompanySettings }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        access={settingsApi.saveMail.access}
        task={t('configure email')}
        onFocus={EmailDialog.preload}
        onPointerEnter={EmailDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        {t('Configure')}
      </PermittedButton>
      <Suspense>{isOpen && <EmailDialog settings={settings} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}

type IntegrationCardProps = {
  icon: LucideIcon
  title: string
  description: string
  action: ReactNode
  children: ReactNode
}

/** An external service: its purpose, its setup button and its state. */
function IntegrationCard({ icon: Icon, title, description, action, children }: IntegrationCardProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid gap-4 border-t p-4 first:border-t-0 md:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-64 gap-3">
          <span className="flex size-10 shrink-0 items-center justify-center rounded-lg border bg-sunken text-muted">
            <Icon aria-hidden className="size-5" />
          </span>
          <div>
            <h2 id={headingId} className="text-lg font-semibold">
              {title}
            </h2>
            <p className="text-sm text-muted">{description}</p>
          </div>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
