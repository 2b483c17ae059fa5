import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId } from 'react'
import { formatMoney } from '#contract/money.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { useUrlParam } from '#web/shared/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { useUsage } from '../api.ts'
import { UsagePanel } from './usage-panel.tsx'
import { usageSeries } from './usage-series.ts'

const lastMonthDays = 30

/** Totals of the last 30 days of all promotions, with a chart that unfolds. */
export function UsageCard() {
  const [shown, setShown] = useUrlParam('uses')
  const isOpen = shown === 'shown'
  const panelId = useId()
  return (
    <Card aria-label="Uses of all promotions">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
        <p className="min-h-5 min-w-0">
          <LastMonth />
        </p>
        <Button
          size="small"
          variant="quiet"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setShown(isOpen ? null : 'shown')}
        >
          {isOpen ? 'Hide chart' : 'Show chart'}
          <ChevronDown aria-hidden className={isOpen ? 'rotate-180' : undefined} />
        </Button>
      </div>
      <div id={panelId} hidden={!isOpen}>
        {isOpen && (
          <div className="border-t p-4">
            <UsagePanel />
          </div>
        )}
      </div>
    </Card>
  )
}

function LastMonth() {
  const { data, error } = useUsage({ days: lastMonthDays })
  if (error) return <span className="text-muted">The uses of the last {lastMonthDays} days couldn’t be loaded</span>
  if (!data) return <Skeleton className="h-5 w-64" />
  const uses = usageSeries(data, 'uses').total
  if (uses === 0) return <span className="text-muted">No order used a promotion in the last {lastMonthDays} days</span>
  return (
    <>
      <span className="font-semibold">{formatCount(uses, 'use')}</span> and{' '}
      <span className="font-semibold">{formatMoney(usageSeries(data, 'discount').total, data.currency)}</span> off{' '}
      <span className="text-muted">in the last {lastMonthDays} days</span>
    </>
  )
}
