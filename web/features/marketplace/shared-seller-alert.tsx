import { marketplaceName } from '#contract/amazon-marketplaces.ts'
import { locale, t } from '#contract/i18n.ts'
import type { AmazonAccount } from '#contract/marketplace.ts'
import { Alert } from '#web/ui/alert.tsx'

const listed = new Intl.ListFormat(locale())

/** Two companies that count one seller account sell the same units twice. The other company is not named: its people may be strangers. */
export function SharedSellerAlert({ account }: { account: AmazonAccount }) {
  const { name, sharedMarketplaceIds } = account
  if (sharedMarketplaceIds.length === 0) return null
  return (
    <Alert tone="warning" title={t('Another company is also connected to {name}', { name })}>
      <p>
        {t('Both count the same stock in {marketplaces}, so the same units can be sold twice.', {
          marketplaces: listed.format(sharedMarketplaceIds.map(marketplaceName)),
        })}
      </p>
      <p>{t('Keep the seller account in one company and disconnect it in the other.')}</p>
    </Alert>
  )
}
