import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import type { StockDetail, StockExplanation, StockHold, StockSource } from '#contract/inventory.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { SafetyBuffer } from './safety-buffer.tsx'

/** Derivation of the quantities: counted − held = available, available − buffer = sellable. */
export function WhyThisNumber({ detail }: { detail: StockDetail }) {
  const { why, holds, qtyReserved, qtyInbound } = detail
  return (
    <DrawerSection title="Why this number">
      <dl className="overflow-hidden rounded-lg border">
        <SumLine label="Last count" value={why.counted}>
          <CountOrigin why={why} />
        </SumLine>
        <SumLine sign="−" label="Held for orders" value={why.held}>
          {holds.length > 0 ? <HoldList holds={holds} /> : 'No order holds units.'}
        </SumLine>
        <SumLine sign="=" label="Available" value={why.available}>
          {shortfall(why.counted - why.held)}
        </SumLine>
        <SumLine sign="−" label="Safety buffer" value={why.buffer}>
          <SafetyBuffer detail={detail} />
        </SumLine>
        <SumLine sign="=" label="Sellable" value={why.sellable}>
          {shortfall(why.available - why.buffer)}
        </SumLine>
      </dl>
      <dl className="overflow-hidden rounded-lg border">
        <SumLine label="Reserved" value={qtyReserved}>
          {formatNumber(why.countedReserved)} in the last count + {formatNumber(why.held)} held for orders
        </SumLine>
        <SumLine label="Inbound" value={qtyInbound}>
          On the way to Amazon at the last count
        </SumLine>
      </dl>
    </DrawerSection>
  )
}

function CountOrigin({ why: { source, readAt } }: { why: StockExplanation }) {
  if (!source || !readAt) return 'Nobody has counted yet.'
  return (
    <>
      {stockSourceLabels[source]}, <RelativeTime moment={readAt} />
    </>
  )
}

function shortfall(difference: number): string | null {
  return difference < 0 ? `${formatNumber(-difference)} short, so it counts as 0.` : null
}

type SumLineProps = { sign?: '−' | '='; label: string; value: number; children?: ReactNode }

/** One line of the sum; its children explain the value. */
function SumLine({ sign, label, value, children }: SumLineProps) {
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
        {label}
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
        {holds.length === 1 ? '1 order holds' : `${formatNumber(holds.length)} orders hold`} units
      </summary>
      <ul aria-label="Orders that hold units" className="mt-1 divide-y border-t">
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
        <span className="wrap-anywhere">Order {orderNumber}</span>
        <span className="whitespace-nowrap">{formatCount(quantity, 'unit')}</span>
      </p>
      <p>
        Placed <RelativeTime moment={createdAt} />.{' '}
        {acceptedAt ? (
          <>
            Accepted by Amazon <RelativeTime moment={acceptedAt} />: held until its next count.
          </>
        ) : (
          'Not accepted by Amazon yet.'
        )}
      </p>
    </li>
  )
}

export const stockSourceLabels: Record<StockSource, string> = {
  amazon: 'Amazon',
  sheet: 'Sheet',
  upload: 'Upload',
  undo: 'Undo',
  shipment: 'Shipped by you',
}
