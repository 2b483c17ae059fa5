import { rich } from '#web/shared/rich.tsx'
import { cx } from 'class-variance-authority'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import type { TrialReply } from '#contract/carts.ts'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import { codeKey } from '#contract/promotion-code.ts'
import type { PromotionOutcome } from '#contract/promotion-state.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PromotionLink } from '../promotion-summary.tsx'

type CartResultProps = {
  result: TrialReply
  /** Codes as typed. */
  codes: readonly string[]
  /** Whether the form was changed after this result. */
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
      <DrawerSection
        title={t('What it costs')}
        description={isOutdated && t('The cart has changed. Calculate the price again.')}
      >
        <dl className="grid gap-1 rounded-lg border bg-sunken px-4 py-3">
          <Amount label={t('Subtotal')} amount={formatMoney(subtotal, currency)} />
          <Amount label={t('Discount')} amount={`${isReduced ? '−' : ''}${formatMoney(discount, currency)}`} />
          <Amount label={t('Total')} amount={formatMoney(total, currency)} isResult />
        </dl>
        {lines.length > 1 && isReduced && <LineAmounts lines={lines} currency={currency} />}
        {unknownCodes.length > 0 && (
          <Alert tone="warning">
            {rich(
              t('{count, plural, one {No promotion has the code {codes}} other {No promotion has the codes {codes}}}', {
                count: unknownCodes.length,
              }),
              { codes: <span className="font-mono wrap-anywhere">{unknownCodes.join(', ')}</span> },
            )}
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
    <ol aria-label={t('Lines')} className="divide-y rounded-lg border text-sm">
      {lines.map((line, position) => (
        // Lines have no id; their order never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={position} className="flex flex-wrap justify-between gap-x-4 px-4 py-1.5">
          <span className="text-muted">{t('Line {number}', { number: position + 1 })}</span>
          <span>
            {formatMoney(line.subtotal, currency)} − {formatMoney(line.discount, currency)} ={' '}
            <span className="font-medium">{formatMoney(line.total, currency)}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

type PromotionResult = TrialReply['promotions'][number]

type OutcomeListProps = Pick<TrialReply, 'promotions' | 'currency'> & { codes: readonly string[] }

/**
 * The result of each promotion: applied ones first, then those whose code was entered without effect, then automatic
 * ones. Promotions whose code was not entered are folded, because there may be hundreds.
 */
function OutcomeList({ promotions, codes, currency }: OutcomeListProps) {
  const typed = new Set(codes.map(codeKey))
  const applied = promotions.filter(({ outcome }) => outcome === 'applied')
  const waiting = promotions.filter(({ code }) => code !== null && !typed.has(codeKey(code)))
  const others = promotions
    .filter((one) => !applied.includes(one) && !waiting.includes(one))
    .toSorted((a, b) => Number(a.code === null) - Number(b.code === null))
  return (
    <DrawerSection title={t('How each promotion applied')}>
      {promotions.length === 0 && <EmptyState icon={<TicketPercent />}>{t('There are no promotions yet')}</EmptyState>}
      <ResultList label={t('Promotions')} outcomes={[...applied, ...others]} currency={currency} />
      {waiting.length > 0 && (
        <details>
          <summary className="min-h-10 content-center text-sm text-muted md:min-h-8">
            {t('{count, plural, one {# promotion} other {# promotions}} whose code wasn’t entered', {
              count: waiting.length,
            })}
          </summary>
          <ResultList label={t('Code not entered')} outcomes={waiting} currency={currency} />
        </details>
      )}
    </DrawerSection>
  )
}

function ResultList({
  label,
  outcomes: results,
  currency,
}: {
  label: string
  outcomes: readonly PromotionResult[]
  currency: string
}) {
  return (
    results.length > 0 && (
      <ul aria-label={label} className="divide-y rounded-lg border">
        {results.map((one) => (
          <ResultItem key={one.promotionId} promotion={one} currency={currency} />
        ))}
      </ul>
    )
  )
}

function ResultItem({ promotion, currency }: { promotion: PromotionResult; currency: string }) {
  const { promotionId, title, code, outcome, discount, reason } = promotion
  const { tone, label } = outcomeStyles[outcome]
  return (
    <li className="grid gap-0.5 px-4 py-2.5">
      <p className="flex items-center justify-between gap-4">
        <Badge tone={tone}>{label}</Badge>
        {outcome === 'applied' && <span className="font-semibold">−{formatMoney(discount, currency)}</span>}
      </p>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2">
        <PromotionLink
          promotionId={promotionId}
          className="inline-flex min-h-10 items-center font-medium wrap-anywhere underline-offset-2 hover:underline md:min-h-6"
        >
          {title}
        </PromotionLink>
        {code && <span className="font-mono text-sm wrap-anywhere text-muted">{code}</span>}
      </p>
      <p className="text-sm wrap-anywhere text-muted">{reason}</p>
    </li>
  )
}

const outcomeStyles: Record<PromotionOutcome, { tone: Tone; label: string }> = {
  applied: { tone: 'success', label: t('Applied') },
  inactive: { tone: 'neutral', label: t('Inactive') },
  scheduled: { tone: 'info', label: t('Scheduled') },
  expired: { tone: 'neutral', label: t('Expired') },
  used_up: { tone: 'warning', label: t('Used Up') },
  other_channel: { tone: 'neutral', label: t('Other channel') },
  code_not_entered: { tone: 'neutral', label: t('No code') },
  other_currency: { tone: 'warning', label: t('Other currency') },
  below_minimum: { tone: 'warning', label: t('Below minimum') },
  takes_nothing_off: { tone: 'neutral', label: t('No discount') },
  not_combined: { tone: 'info', label: t('Not combined') },
  not_needed: { tone: 'info', label: t('Not needed') },
}
