import type { JobCounts } from '#contract/jobs.ts'
import { formatNumber } from '#web/lib/figures.ts'

export function JobCountTiles({ counts }: { counts: JobCounts }) {
  return (
    <dl className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4">
      <Tile label="Completed Today" count={counts.completed} />
      <Tile label="Currently Running" count={counts.active} />
      <Tile label="Failed" count={counts.failed} isAlarming={counts.failed > 0} />
      <Tile label="Waiting" count={counts.waiting + counts.delayed} hint={delayedHint(counts.delayed)} />
    </dl>
  )
}

function delayedHint(delayed: number): string | undefined {
  return delayed > 0 ? `${formatNumber(delayed)} of them delayed until later` : undefined
}

type TileProps = { label: string; count: number; hint?: string | undefined; isAlarming?: boolean }

function Tile({ label, count, hint, isAlarming = false }: TileProps) {
  return (
    <div className="bg-raised px-4 py-3 md:px-5 md:py-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={isAlarming ? 'text-2xl font-semibold text-danger' : 'text-2xl font-semibold'}>
        {formatNumber(count)}
      </dd>
      {hint && <dd className="text-xs text-muted">{hint}</dd>}
    </div>
  )
}
