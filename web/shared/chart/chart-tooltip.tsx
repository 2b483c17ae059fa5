import type { ReactNode } from 'react'

/** Pixels from the point that it tells of. */
const distance = 10

/** On the side of the point where there is more room, and always within the chart. */
export function ChartTooltip({ x, width, children }: { x: number; width: number; children: ReactNode }) {
  const across =
    x > width / 2 ? `max(0px, ${x - distance}px - 100%)` : `max(0px, min(${x + distance}px, ${width}px - 100%))`
  return (
    <output
      aria-live="assertive"
      className="pointer-events-none absolute block top-4 left-0 z-10 w-max max-w-full"
      style={{ translate: across }}
    >
      {children && (
        <div className="rounded-md bg-ink px-2.5 py-1.5 text-sm text-surface shadow-overlay">{children}</div>
      )}
    </output>
  )
}
