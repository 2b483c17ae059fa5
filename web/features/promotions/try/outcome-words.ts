import type { PromotionOutcome } from '#contract/promotion-state.ts'
import type { Tone } from '#web/ui/tone.ts'

export const outcomeStyles: Record<PromotionOutcome, { tone: Tone; word: string }> = {
  applied: { tone: 'success', word: 'Applied' },
  inactive: { tone: 'neutral', word: 'Inactive' },
  scheduled: { tone: 'info', word: 'Scheduled' },
  expired: { tone: 'neutral', word: 'Expired' },
  used_up: { tone: 'warning', word: 'Used Up' },
  other_channel: { tone: 'neutral', word: 'Other channel' },
  code_not_entered: { tone: 'neutral', word: 'No code' },
  other_currency: { tone: 'warning', word: 'Other currency' },
  below_minimum: { tone: 'warning', word: 'Below minimum' },
  takes_nothing_off: { tone: 'neutral', word: 'Nothing off' },
  not_combined: { tone: 'info', word: 'Not combined' },
  not_needed: { tone: 'info', word: 'Not needed' },
}
