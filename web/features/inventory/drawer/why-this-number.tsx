import { rich } from '#web/shared/rich.tsx'
import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { t } from '#contract/i18n.ts'
import type { StockDetail, StockExplanation, StockHold, StockSource } from '#contract/inventory.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { Term, type TermName } from '#web/shared/terms.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { AdjustQuantity } from '../adjust-quantity.tsx'
import { SafetyBuffer } from './safety-buffer.tsx'

/** Derivation of the quantities: counted − held = available, available − buffer = sellable. */
export function WhyThisNumber({ detail }: { detail: StockDetail }) {
  const { why, holds, qtyReserved, qtyInbound } = detail
  return (
    <DrawerSection title={t('Why this number')}>
      <dl className="overflow-hidden rounded-lg border">
        <SumLine label={t('Last count')} value={why.counted}>
          <span className="flex flex-wrap items-center justify-between gap-2">
            <span>
              <CountOrigin why={why} />
            </span>
            <AdjustQuantity sku={detail}>{t('Change')}</AdjustQuantity>
          </span>
        </SumLine>
        <SumLine sign="−" label={t('Held for orders')} term="held" value={why.held}>
          {holds.length > 0 ? <HoldList holds={holds} /> : t('No units are held for orders.')}
        </SumLine>
        <SumLine sign="=" label={t('Available')} value={why.available}>
          {why.counted < why.held && t('{units} oversold, shown as 0', { units: why.held - why.counted })}
        </SumLine>
        <SumLine sign="−" label={t('Safety buffer')} term="buffer" value={why.buffer}>
          <SafetyBuffer detail={detail} />
        </SumLine>
        <SumLine sign="=" label={t('Sellable')} term="sellable" value={why.sellable}>
          {why.available < why.buffer &&
            t('{units} below the buffer, shown as 0', { units: why.buffer - why.available })}
        </SumLine>
      </dl>
      <dl className="overflow-hidden rounded-lg border">
        <SumLine label={t('Reserved')} value={qtyReserved}>
          {t('{countedReserved} in the last count + {held} held for orders', {
            countedReserved: why.countedReserved,
            held: why.held,
          })}
        </SumLine>
        <SumLine label={t('Inbound')} value={qtyInbound}>
          {t('Inbound to Amazon at the last count')}
        </SumLine>
      </dl>
    </DrawerSection>
  )
}

function CountOrigin({ why: { source, readAt } }: { why: StockExplanation }) {
  if (!source || !readAt) return t('No count yet')
  return (
    <>
      {stockSourceLabels[source]}, <RelativeTime moment={readAt} />
    </>
  )
}

type SumLineProps = { sign?: '−' | '='; label: string; term?: TermName; value: number; children?: ReactNode }

/** One line of the sum; its children explain the value. */
function SumLine({ sign, label, term, value, children }: SumLineProps) {
  const isResult = sign === '='
  return (
    <div
      className={cx(
        'grid grid-cols-[1fr_auto] items-baseline gap-x-4 px-4 py-2.5 not-first:border-t',
        isResult && 'bg-sunken',
      )}
    >
      <dt className={cx(isResult && 'font-semibold')}>
        <span className="inline-block w-5 text-muted">{sign}</span>
        {term ? <Term name={term}>{label}</Term> : label}
      </dt>
      <dd className={cx('font-semibold', isResult ? 'text-xl' : 'text-lg')}>{formatNumber(value)}</dd>
      {children && <dd className="col-span-2 pl-5 text-sm text-muted">{children}</dd>}
    </div>
  )
}

function HoldList({ holds }: { holds: readonly StockHold[] }) {
  return (
    <details>
      <summary className="min-h-10 content-center md:min-h-6">
        {t('{orders, plural, one {# order holding units} other {# orders holding units}}', { orders: holds.length })}
      </summary>
      <ul aria-label={t('Orders holding units')} className="mt-1 divide-y border-t">
        {holds.map((hold) => (
          <HoldItem key={hold.id} hold={hold} />
        ))}
      </ul>
    </details>
  )
}

function HoldItem({ hold: { orderNumber, quantity, createdAt, acceptedAt } }: { hold: StockHold }) {
  return (
    <li className="py-2">
      <p className="flex justify-between gap-4 text-ink">
        <span className="wrap-anywhere">{t('Order {orderNumber}', { orderNumber })}</span>
        <span className="whitespace-nowrap">{t('{quantity, plural, one {# unit} other {# units}}', { quantity })}</span>
      </p>
      <p>
        {acceptedAt
          ? rich(t('Placed {placed}. Accepted by Amazon {accepted}, held until its next count.'), {
              placed: <RelativeTime moment={createdAt} />,
              accepted: <RelativeTime moment={acceptedAt} />,
            })
          : rich(t('Placed {placed}. Not accepted by Amazon yet.'), { placed: <RelativeTime moment={createdAt} /> })}
      </p>
    </li>
  )
}

export const stockSourceLabels: Record<StockSource, string> = {
  amazon: 'Amazon',
  sheet: t('Sheet'),
  upload: t('Upload'),
  undo: t('Undo'),
  shipment: t('Shipped by you'),
  adjustment: t('Entered manually'),
}
