import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { t } from '#contract/i18n.ts'
import { type CustomerRow, privacyApi } from '#contract/privacy.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { EmailAddress } from '#web/shared/people.tsx'
import { Fact } from '#web/shared/drawer-section.tsx'
import { DownloadLink } from '#web/shared/download-link.tsx'
import { customerExportPath, EraseCustomer } from '#web/shared/customer-privacy.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { useFocusFallback } from '#web/ui/focus.ts'

export function CustomerCard({ customer }: { customer: CustomerRow }) {
  const { id, name, email, phone, orderCount, openOrders, lastOrderAt, erasedAt } = customer
  const heading = useFocusFallback<HTMLHeadingElement>(erasedAt !== null)
  return (
    <article aria-labelledby={`customer-${id}`} className="grid gap-3 rounded-lg border p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={`customer-${id}`} ref={heading} tabIndex={-1} className="font-semibold wrap-anywhere outline-none">
          {name ?? (erasedAt ? t('Erased customer') : t('Guest Customer'))}
        </h3>
        {erasedAt && (
          <p className="flex items-center gap-2 text-sm text-muted">
            <Badge tone="neutral">{t('Erased')}</Badge>
            <RelativeTime moment={erasedAt} />
          </p>
        )}
      </div>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact label={t('Email')}>{email ? <EmailAddress email={email} /> : '—'}</Fact>
        <Fact label={t('Phone')}>{phone ?? '—'}</Fact>
        <Fact label={t('Orders')}>
          {openOrders > 0
            ? t('{orderCount}, {openOrders} on the way', { orderCount, openOrders })
            : formatNumber(orderCount)}
        </Fact>
        <Fact label={t('Last order')}>{lastOrderAt ? <RelativeTime moment={lastOrderAt} /> : '—'}</Fact>
      </dl>
      <div className="flex flex-wrap justify-end gap-2">
        <DownloadLink endpoint={privacyApi.export} href={customerExportPath(id)} className={buttonVariants()}>
          <Download aria-hidden />
          {t('Export')}
        </DownloadLink>
        {!erasedAt && <Erase customer={customer} />}
      </div>
    </article>
  )
}

function Erase({ customer: { id, name, orderCount, eraseObstacle } }: { customer: CustomerRow }) {
  const [isConfirming, setIsConfirming] = useState(false)
  if (eraseObstacle) return <BlockedButton reason={eraseObstacle}>{t('Erase…')}</BlockedButton>
  return (
    <>
      <Button onClick={() => setIsConfirming(true)}>{t('Erase…')}</Button>
      {isConfirming && (
        <EraseCustomer
          customerId={id}
          name={name}
          orders={t('{orderCount, plural, one {their # order} other {their # orders}}', { orderCount })}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}
