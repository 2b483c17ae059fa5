import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { formatNumber } from '#web/lib/figures.ts'

type SumLineProps = { sign?: '−' | '='; label: string; value: number; children?: ReactNode }

/** One line of a sum; its children say where the figure comes from. */
export function SumLine({ sign, label, value, children }: SumLineProps) {
  const isResult = sign === '='
  return (
    <div
      className={cx(
        'grid grid-cols-[1fr_auto] items-baseline gap-x-4 px-4 py-2.5 not-first:border-t',
        isResult && 'bg-sunken',
      )}
    >
      <dt className={cx(isResult && 'font-semibold')}>
        <span className="inline-block w-5 text-muted">{sign}</span>
        {label}
      </dt>
      <dd className={cx('font-semibold', isResult ? 'text-xl' : 'text-lg')}>{formatNumber(value)}</dd>
      {children && <dd className="col-span-2 pl-5 text-sm text-muted">{children}</dd>}
    </div>
  )
}
