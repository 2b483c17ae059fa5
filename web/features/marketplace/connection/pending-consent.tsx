import ExternalLink from 'lucide-react/icons/external-link'
import { useEffect, useState } from 'react'
import { t } from '#contract/i18n.ts'
import type { AmazonAccount } from '#contract/marketplace.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { useAccounts } from '../accounts-api.ts'

/** An authorization that was started in another tab, or `isBlocked` when the browser blocked that tab. */
export type ConsentRequest = { url: string; isBlocked: boolean }

type PendingConsentProps = { consent: ConsentRequest; onDismiss: () => void }

/**
 * Shown until the list of authorized accounts differs from the one at mount; a later change back does not show it
 * again.
 */
export function PendingConsent({ consent: { url, isBlocked }, onDismiss }: PendingConsentProps) {
  const { data: accounts } = useAccounts()
  const [before] = useState(accounts)
  const isOver = authorizations(accounts) !== authorizations(before)
  useEffect(() => {
    if (isOver) onDismiss()
  }, [isOver, onDismiss])
  if (isOver) return null
  return (
    <Alert
      tone={isBlocked ? 'warning' : 'info'}
      title={isBlocked ? t('Your browser blocked the new tab') : t('Continue on Amazon')}
      action={
        <div className="flex flex-wrap gap-2">
          <LinkButton href={url} target="_blank" rel="noreferrer" size="small">
            <ExternalLink aria-hidden />
            {t('Open Amazon')}
          </LinkButton>
          <Button size="small" onClick={onDismiss}>
            {t('Dismiss')}
          </Button>
        </div>
      }
    >
      {isBlocked
        ? t('Open Amazon’s page from here. The account appears below once you approve access there.')
        : t('Amazon’s page is open in a new tab. The account appears below once you approve access there.')}
    </Alert>
  )
}

function authorizations(accounts: readonly AmazonAccount[] = []): string {
  return accounts.map(({ id, authorizedAt }) => `${id} ${authorizedAt}`).join()
}
