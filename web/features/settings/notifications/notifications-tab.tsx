import Mail from 'lucide-react/icons/mail'
import MessageSquare from 'lucide-react/icons/message-square'
import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import { t } from '#contract/i18n.ts'
import type { NotificationMethod } from '#contract/notification-values.ts'
import { countryName } from '#contract/phone-countries.ts'
import type { CompanySettings } from '#contract/settings.ts'
import { testNotification } from '#contract/test-notification.ts'
import { leaveAfterConfirmation } from '#web/lib/leave-guards.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { useTestNotification } from '#web/shared/notifications.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { buttonVariants } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { SettingsLoader, SettingsSection } from '../settings-section.tsx'
import { NotificationsForm } from './notifications-form.tsx'
import { PhoneConfirmation } from './phone-confirmation.tsx'
import { TemplatesList } from './templates/templates-list.tsx'

/** Lazy: the template editor needs zod and previews, the tab does not. */
const TemplateView = lazyPart(async () => (await import('./templates/template-editor.tsx')).TemplateView)

/** Notification settings, or the editor of one template if the URL names it. */
export function NotificationsTab() {
  const template = useUrlDetail('template')
  const [lastOpen, setLastOpen] = useState<string | null>(null)

  function close() {
    setLastOpen(template.id)
    template.close()
  }

  return (
    <SettingsLoader>
      {(settings) =>
        template.id ? (
          <Suspense fallback={<Spinner />}>
            <TemplateView key={template.id} templateKey={template.id} company={settings.company} onBack={close} />
          </Suspense>
        ) : (
          <>
            <PhoneConfirmation settings={settings} />
            <NotificationsForm settings={settings} />
            <div className="border-t">
              <TestSection settings={settings} />
              <QuotaSection settings={settings} />
              <TemplatesList lastOpen={lastOpen} onOpen={(key) => leaveAfterConfirmation(() => template.open(key))} />
              <HistorySection />
            </div>
          </>
        )
      }
    </SettingsLoader>
  )
}

function TestSection({ settings }: { settings: CompanySettings }) {
  const { email } = useCurrentUser()
  const { phoneConfirmation, mailService, smsService } = settings
  const { number } = phoneConfirmation
  return (
    <SettingsSection title={t('Send a test')} description={t('Sends the “Order placed” message with sample values.')}>
      <div className="flex flex-wrap gap-2">
        <SendTest method="sms" block={smsBlock(smsService.isConfigured, phoneConfirmation)} />
        <SendTest method="email" block={mailService.isConfigured ? null : t('The email provider is not configured.')} />
      </div>
      <p className="text-sm wrap-anywhere text-muted">
        {number === null
          ? t('The text goes to your alert phone and the email to you ({email}).', { email })
          : t('The text goes to {number} and the email to you ({email}).', { number, email })}
      </p>
    </SettingsSection>
  )
}

function smsBlock(isConfigured: boolean, phone: CompanySettings['phoneConfirmation']): string | null {
  if (!isConfigured) return t('The SMS service is not configured.')
  if (!phone.number) return t('Add and save an alert phone first.')
  return phone.confirmedAt === null ? t('Confirm the alert phone first.') : null
}

/** Set by the provider, who pays for texts. */
function QuotaSection({ settings: { quota } }: { settings: CompanySettings }) {
  const { dailyTexts, textsUsed, dailyMails, mailsUsed, textCountries } = quota
  const countries = textCountries.map(countryName).toSorted().join(', ')
  return (
    <SettingsSection
      title={t('Quota')}
      description={t('Daily limits for your company. Your provider can change them.')}
    >
      <p>
        {t(
          'Used today: {textsUsed} of {dailyTexts} texts and {mailsUsed} of {dailyMails} emails. Resets at midnight UTC.',
          { textsUsed, dailyTexts, mailsUsed, dailyMails },
        )}
      </p>
      <p className="text-sm text-muted">
        {countries ? t('Texts can be sent to {countries}.', { countries }) : t('Texts can’t be sent to any country.')}
      </p>
    </SettingsSection>
  )
}

const testButtons: Record<NotificationMethod, { icon: typeof Mail; label: string }> = {
  sms: { icon: MessageSquare, label: t('Send test SMS') },
  email: { icon: Mail, label: t('Send test email') },
}

function SendTest({ method, block }: { method: NotificationMethod; block: string | null }) {
  const test = useTestNotification()
  const { icon: Icon, label } = testButtons[method]
  const content = (
    <>
      <Icon aria-hidden />
      {label}
    </>
  )
  if (block) return <BlockedButton reason={block}>{content}</BlockedButton>
  return (
    <PermittedButton
      access={testNotification.access}
      task={t('send tests')}
      isPending={test.isPending}
      onClick={() => test.mutate(method)}
    >
      {content}
    </PermittedButton>
  )
}

function HistorySection() {
  return (
    <SettingsSection title={t('History')} description={t('Sent, waiting and failed messages.')}>
      <Link href="/notifications" className={buttonVariants({ className: 'justify-self-start' })}>
        {t('Open the history')}
      </Link>
    </SettingsSection>
  )
}
