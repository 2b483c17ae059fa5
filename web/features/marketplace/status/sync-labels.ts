import { locale, t } from '#contract/i18n.ts'
import type { DifferenceCause, SyncKind, SyncMode } from '#contract/marketplace-values.ts'
import type { SyncRun } from '#contract/marketplace.ts'
import type { ChangeFilter } from '#web/shared/two-way/change-labels.ts'
import type { Tone } from '#web/ui/badge.tsx'

export const kindLabels: Record<SyncKind, string> = {
  inventory: t('Inventory'),
  catalog: t('Catalog'),
  two_way: t('Two-way sync'),
  fulfillment: t('Fulfillment'),
  drift: t('Daily check'),
}

export const modeLabels: Record<SyncMode, string> = {
  full: t('Full'),
  delta: t('Changes only'),
  dry_run: t('Preview'),
}

export const causeDescriptions: Record<DifferenceCause, { label: string; tone: Tone; about: string }> = {
  changed_since: {
    label: t('Changed at Amazon'),
    tone: 'neutral',
    about: t('Amazon changed it after the last sync.'),
  },
  missed: { label: t('Missed'), tone: 'danger', about: t('An earlier sync should have caught it.') },
  typed_here: {
    label: t('Entered here'),
    tone: 'warning',
    about: t('Someone entered or uploaded a different number here.'),
  },
  missing_on_amazon: {
    label: t('Missing on Amazon'),
    tone: 'warning',
    about: t('Amazon didn’t list this SKU. Its number is kept until a second full sync confirms this.'),
  },
  new_on_amazon: { label: t('New on Amazon'), tone: 'info', about: t('Amazon listed a SKU that wasn’t here.') },
}

/** Facts about a run that have no column of their own. */
export function describeOutcome(run: SyncRun): string[] {
  return [
    run.finishedAt && t('Took {duration}', { duration: durationText(run.startedAt, run.finishedAt) }),
    run.rowsMissing > 0 &&
      t('{count, plural, one {# SKU missing on Amazon} other {# SKUs missing on Amazon}}', { count: run.rowsMissing }),
    run.rowsElsewhere > 0 &&
      t(
        '{count, plural, one {# SKU counted in another account or marketplace} other {# SKUs counted in another account or marketplace}}',
        { count: run.rowsElsewhere },
      ),
  ].filter((text) => typeof text === 'string')
}

/** Such as "42 seconds" or "3 minutes". */
function durationText(from: string, to: string): string {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1_000
  const [value, unit] =
    seconds < 59.5 ? [seconds, 'second'] : seconds < 3_570 ? [seconds / 60, 'minute'] : [seconds / 3_600, 'hour']
  const format = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 } as const
  return value.toLocaleString(locale(), format)
}

export type ChangesToReview = { only: ChangeFilter; title: string; tone: Tone; about: string }

/** Filters of listing changes that a person should review. */
export const changesToReview: readonly ChangesToReview[] = [
  {
    only: 'conflicts',
    title: t('Conflicts'),
    tone: 'warning',
    about: t('Fields changed on both sides. The later change won; the other is listed too.'),
  },
  {
    only: 'rejected',
    title: t('Refused by Amazon'),
    tone: 'danger',
    about: t('Changes that Amazon didn’t accept, with its reason. They’ll be sent again once you change the value.'),
  },
]
