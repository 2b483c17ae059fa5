import { type ReactNode, useContext } from 'react'
import { Link, useSearchParams } from 'wouter'
import { locale, t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import type { PromotionType } from '#contract/promotion-state.ts'
import type { PromotionRow } from '#contract/promotions.ts'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { Fact } from '#web/shared/drawer-section.tsx'
import { RelativeTime, TimeZone } from '#web/shared/relative-time.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { usePromotionState } from './promotion-state-badge.tsx'

type PromotionLinkProps = { promotionId: string; className?: string; children: ReactNode }

/** A link to the promotion's drawer that keeps the list and its filters. */
export function PromotionLink({ promotionId, ...linkProps }: PromotionLinkProps) {
  const [params] = useSearchParams()
  const { open } = useUrlDetail('promotion')
  const query = new URLSearchParams(params)
  query.set('promotion', promotionId)
  return (
    <Link
      {...linkProps}
      href={`/promotions?${query}`}
      onClick={(event) => {
        event.preventDefault()
        open(promotionId)
      }}
    />
  )
}

/** The code, or "Automatic" for a promotion without one. */
export function PromotionCodeLine({ code }: { code: string | null }) {
  return code === null ? (
    <span className="text-muted">{t('Automatic')}</span>
  ) : (
    <CopyableCode label={t('code')} code={code} />
  )
}

type PromotionWindowProps = {
  promotion: PromotionRow
  /** Shows times of day too, and the start even if it has passed. */
  isExact?: boolean
}

/** Start (while it is in the future) and end of the promotion. */
export function PromotionWindow({ promotion, isExact = false }: PromotionWindowProps) {
  const { startsAt, endsAt } = promotion
  const state = usePromotionState({ ...promotion, isActive: true })
  const isToCome = state === 'scheduled'
  return (
    <>
      {(isToCome || isExact) && (
        <Fact label={startsAt && !isToCome ? t('Started') : t('Starts')}>
          {startsAt ? <DateWithRelativeTime moment={startsAt} hasTime={isExact} /> : t('No start date')}
        </Fact>
      )}
      <Fact label={state === 'expired' ? t('Ended') : t('Ends')}>
        {endsAt ? <DateWithRelativeTime moment={endsAt} hasTime={isExact} /> : t('No end date')}
      </Fact>
    </>
  )
}

type DateWithRelativeTimeProps = { moment: string; hasTime: boolean }

/** For example "Mar 2, 2026" and below it "in 5 days", in the company's time zone. */
function DateWithRelativeTime({ moment, hasTime }: DateWithRelativeTimeProps) {
  const timeZone = useContext(TimeZone)
  const format = new Intl.DateTimeFormat(locale(), {
    dateStyle: 'medium',
    ...(hasTime && { timeStyle: 'short' }),
    timeZone,
  })
  return (
    <>
      <span className="whitespace-nowrap">{format.format(new Date(moment))}</span>{' '}
      <span className="block text-sm text-muted">
        <RelativeTime moment={moment} />
      </span>
    </>
  )
}

/** For example "12.5% off" or "$5.00 off". */
export function discountText({
  type,
  value,
  currency,
}: {
  type: PromotionType
  value: string
  currency: string
}): string {
  return type === 'percent'
    ? t('{percent}% off', { percent: Number(value) })
    : t('{amount} off', { amount: formatMoney(value, currency) })
}

type LimitedUses = { redemptionCount: number; maxRedemptions: number | null }

/** For example "34 of 100" or "34, no limit". */
export const usesText = ({ redemptionCount, maxRedemptions }: LimitedUses): string =>
  maxRedemptions === null
    ? t('{redemptionCount}, no limit', { redemptionCount })
    : t('{redemptionCount} of {maxRedemptions}', { redemptionCount, maxRedemptions })
