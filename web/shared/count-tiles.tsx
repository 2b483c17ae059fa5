import { formatNumber } from '#web/lib/format-number.ts'

type CountTile = {
  label: string
  count: number
  /** Definition of the count. */
  hint?: string
  tone?: 'warning' | 'danger'
}

const tones = { warning: 'text-warning', danger: 'text-danger' } as const

/** Counts side by side. A tone colors a count only while it is above zero. */
export function CountTiles({ tiles }: { tiles: readonly CountTile[] }) {
  return (
    <dl className="grid grid-cols-2 gap-px bg-line sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
      {tiles.map(({ label, count, hint, tone }) => (
        <div key={label} className="bg-raised px-4 py-3 last:odd:col-span-full sm:last:odd:col-span-1 md:px-5">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className={tone && count > 0 ? `text-2xl font-semibold ${tones[tone]}` : 'text-2xl font-semibold'}>
            {formatNumber(count)}
          </dd>
          {hint && <dd className="text-xs text-muted">{hint}</dd>}
        </div>
      ))}
    </dl>
  )
}
