import { cx } from 'class-variance-authority'
import type { TwoWayRun } from '#contract/two-way.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { type ChangeFilter, changeFilters } from './change-filter.ts'

const tones = { warning: 'text-warning', danger: 'text-danger' } as const

type ChangeCountsProps = {
  run: TwoWayRun
  only: ChangeFilter | undefined
  onOnlyChange: (only: ChangeFilter | 'all') => void
}

/** How many changes there are of each sort; pressing a figure shows only these, pressing it again shows all. */
export function ChangeCounts({ run, only, onOnlyChange }: ChangeCountsProps) {
  const shown = changeFilters.filter(({ filter }) => filter !== 'rejected' || run.mode !== 'dry_run')
  return (
    <fieldset
      className={cx('grid gap-px border-y bg-line', shown.length === 3 ? 'grid-cols-3' : 'grid-cols-2 sm:grid-cols-4')}
    >
      <legend className="sr-only">Show only</legend>
      {shown.map(({ filter, label, tone, countOf }) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === only}
          onClick={() => onOnlyChange(filter === only ? 'all' : filter)}
          className="grid border-b-2 border-transparent bg-raised px-4 pt-2.5 pb-2 text-left -outline-offset-2 transition-colors hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft"
        >
          <span className="text-sm text-muted">{label}</span>{' '}
          <span className={cx('text-2xl font-semibold', tone && countOf(run) > 0 && tones[tone])}>
            {formatNumber(countOf(run))}
          </span>
        </button>
      ))}
    </fieldset>
  )
}
