import type { PromotionRow } from '#contract/promotions.ts'
import { Fact } from '#web/shared/fact.tsx'
import { DateWithRelativeTime } from './date-and-distance.tsx'
import { usePromotionState } from './use-promotion-state.ts'

type PromotionWindowProps = {
  promotion: PromotionRow
  /** Tells the times of day as well, and the start also once it has come. */
  isExact?: boolean
}

/** When it ends, and when it starts as long as it has not. */
export function PromotionWindow({ promotion, isExact = false }: PromotionWindowProps) {
  const { startsAt, endsAt } = promotion
  const state = usePromotionState({ ...promotion, isActive: true })
  const isToCome = state === 'scheduled'
  return (
    <>
      {(isToCome || isExact) && (
        <Fact label={startsAt && !isToCome ? 'Started' : 'Starts'}>
          {startsAt ? <DateWithRelativeTime moment={startsAt} hasTime={isExact} /> : 'No start date'}
        </Fact>
      )}
      <Fact label={state === 'expired' ? 'Ended' : 'Ends'}>
        {endsAt ? <DateWithRelativeTime moment={endsAt} hasTime={isExact} /> : 'No end date'}
      </Fact>
    </>
  )
}
