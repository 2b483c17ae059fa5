import { cx } from 'class-variance-authority'
import { formatMoney } from '#contract/money.ts'
import type { TrialReply } from '#contract/carts.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { OutcomeList } from './outcome-list.tsx'

type CartResultProps = {
  result: TrialReply
  /** As they were typed. */
  codes: readonly string[]
  /** The form above says something else by now. */
  isOutdated: boolean
}

export function CartResult({ result, codes, isOutdated }: CartResultProps) {
  const { currency, subtotal, discount, total, lines, promotions, unknownCodes } = result
  const isReduced = Number(discount) > 0
  return (
    <div
      aria-live="polite"
      aria-busy={isOutdated}
      className={cx('grid gap-6 transition-opacity', isOutdated && 'opacity-60')}
    >
      <DrawerSection title="What it costs" description={isOutdated && 'The cart has changed since; price it again.'}>
        <dl className="grid gap-1 rounded-lg border bg-sunken px-4 py-3">
          <Amount label="Subtotal" amount={formatMoney(subtotal, currency)} />
          <Amount label="Discount" amount={`${isReduced ? '−' : ''}${formatMoney(discount, currency)}`} />
          <Amount label="Total" amount={formatMoney(total, currency)} isResult />
        </dl>
        {lines.length > 1 && isReduced && <LineAmounts lines={lines} currency={currency} />}
        {unknownCodes.length > 0 && (
          <Alert tone="warning">
            {unknownCodes.length === 1 ? 'No promotion has the code' : 'No promotion has the codes'}{' '}
            <span className="font-mono wrap-anywhere">{unknownCodes.join(', ')}</span>
          </Alert>
        )}
      </DrawerSection>
      <OutcomeList promotions={promotions} codes={codes} currency={currency} />
    </div>
  )
}

type AmountProps = { label: string; amount: string; isResult?: boolean }

function Amount({ label, amount, isResult = false }: AmountProps) {
  return (
    <div className={cx('flex justify-between gap-4', isResult && 'border-t pt-1 font-semibold')}>
      <dt className={isResult ? undefined : 'text-muted'}>{label}</dt>
      <dd>{amount}</dd>
    </div>
  )
}

function LineAmounts({ lines, currency }: Pick<TrialReply, 'lines' | 'currency'>) {
  return (
    <ol aria-label="Lines" className="divide-y rounded-lg border text-sm">
      {lines.map((line, position) => (
        // Lines have no name but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={position} className="flex flex-wrap justify-between gap-x-4 px-4 py-1.5">
          <span className="text-muted">Line {position + 1}</span>
          <span>
            {formatMoney(line.subtotal, currency)} − {formatMoney(line.discount, currency)} ={' '}
            <span className="font-medium">{formatMoney(line.total, currency)}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
