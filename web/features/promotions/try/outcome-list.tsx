import TicketPercent from 'lucide-react/icons/ticket-percent'
import type { TrialReply } from '#contract/carts.ts'
import { formatMoney } from '#contract/money.ts'
import { codeKey } from '#contract/promotion-code.ts'
import { formatCount } from '#web/lib/figures.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PromotionLink } from '../promotion-link.tsx'
import { outcomeStyles } from './outcome-words.ts'

type PromotionResult = TrialReply['promotions'][number]
type OutcomeListProps = Pick<TrialReply, 'promotions' | 'currency'> & { codes: readonly string[] }

/**
 * What became of each promotion: first those that were applied, then those whose code was typed in vain, then the
 * automatic ones. Those whose code nobody typed, whatever else is in their way, are folded: there may be hundreds.
 */
export function OutcomeList({ promotions, codes, currency }: OutcomeListProps) {
  const typed = new Set(codes.map(codeKey))
  const applied = promotions.filter(({ outcome }) => outcome === 'applied')
  const waiting = promotions.filter(({ code }) => code !== null && !typed.has(codeKey(code)))
  const others = promotions
    .filter((one) => !applied.includes(one) && !waiting.includes(one))
    .toSorted((a, b) => Number(a.code === null) - Number(b.code === null))
  return (
    <DrawerSection title="What became of each promotion">
      {promotions.length === 0 && <EmptyState icon={<TicketPercent />}>There are no promotions yet</EmptyState>}
      <ResultList label="Promotions" outcomes={[...applied, ...others]} currency={currency} />
      {waiting.length > 0 && (
        <details>
          <summary className="min-h-10 content-center text-sm text-muted md:min-h-8">
            {formatCount(waiting.length, 'promotion')} whose code was not entered
          </summary>
          <ResultList label="Without their code" outcomes={waiting} currency={currency} />
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
  const { tone, word } = outcomeStyles[outcome]
  return (
    <li className="grid gap-0.5 px-4 py-2.5">
      <p className="flex items-center justify-between gap-4">
        <Badge tone={tone}>{word}</Badge>
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
