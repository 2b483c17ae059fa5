import type { ChangeFilter } from '#web/shared/two-way/change-filter.ts'
import type { Tone } from '#web/ui/tone.ts'

export type ChangesToReview = { only: ChangeFilter; title: string; tone: Tone; about: string }

/** The changes of two-way syncs that want a look. */
export const changesToReview: readonly ChangesToReview[] = [
  {
    only: 'conflicts',
    title: 'Conflicts',
    tone: 'warning',
    about: 'Fields for which each side had its own value. The one changed later won; the other is listed too.',
  },
  {
    only: 'rejected',
    title: 'Refused by Amazon',
    tone: 'danger',
    about: 'Changes that Amazon didn’t accept, with its reason. They are sent again once you change the value.',
  },
]
