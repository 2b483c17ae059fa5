import { formatDistanceStrict } from 'date-fns'
import type { DifferenceCause, SyncKind, SyncMode } from '#contract/marketplace-values.ts'
import type { SyncRun } from '#contract/marketplace.ts'
import { formatCount } from '#web/lib/format-number.ts'
import type { ChangeFilter } from '#web/shared/two-way/change-labels.ts'
import type { Tone } from '#web/ui/badge.tsx'

export const kindLabels: Record<SyncKind, string> = {
  inventory: 'Inventory',
  catalog: 'Catalog',
  two_way: 'Two-way sync',
  fulfillment: 'Fulfillment',
  drift: 'Daily check',
}

export const modeLabels: Record<SyncMode, string> = {
  full: 'Full read',
  delta: 'Changes only',
  dry_run: 'Preview',
}

export const causeDescriptions: Record<DifferenceCause, { label: string; tone: Tone; about: string }> = {
  changed_since: {
    label: 'Changed at Amazon',
    tone: 'neutral',
    about: 'Amazon changed it after it was last asked.',
  },
  missed: { label: 'Missed', tone: 'danger', about: 'An earlier sync should have brought it.' },
  typed_here: { label: 'Typed here', tone: 'warning', about: 'Somebody typed or uploaded another number here.' },
  missing_on_amazon: {
    label: 'Missing on Amazon',
    tone: 'warning',
    about: 'Amazon didn’t list this SKU. Its number stays until a second full read confirms it.',
  },
  new_on_amazon: { label: 'New on Amazon', tone: 'info', about: 'Amazon listed a SKU that was not here.' },
}

/** Facts about a run that have no column of their own. */
export function describeOutcome(run: SyncRun): string[] {
  return [
    run.finishedAt && `Took ${formatDistanceStrict(run.startedAt, run.finishedAt)}`,
    run.rowsMissing > 0 && `${formatCount(run.rowsMissing, 'SKU')} missing on Amazon`,
    run.rowsElsewhere > 0 && `${formatCount(run.rowsElsewhere, 'SKU')} counted at another account or marketplace`,
  ].filter((text) => typeof text === 'string')
}

export type ChangesToReview = { only: ChangeFilter; title: string; tone: Tone; about: string }

/** Filters of listing changes that a person should review. */
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
