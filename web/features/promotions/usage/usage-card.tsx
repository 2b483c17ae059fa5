import { rich } from '#web/shared/rich.tsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useId } from 'react'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
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
    <Card aria-label={t('Uses of all promotions')}>
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
          {isOpen ? t('Hide chart') : t('Show chart')}
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
  if (error)
    return (
      <span className="text-muted">
        {t('Uses for the last {days} days couldn’t be loaded', { days: lastMonthDays })}
      </span>
    )
  if (!data) return <Skeleton className="h-5 w-64" />
  const uses = usageSeries(data, 'uses').total
  if (uses === 0)
    return (
      <span className="text-muted">
        {t('No orders used a promotion in the last {days} days', { days: lastMonthDays })}
      </span>
    )
  return rich(
    t(
      '<bold>{uses, plural, one {# use} other {# uses}}</bold> and <bold>{discount}</bold> off <muted>in the last {days} days</muted>',
      { uses, discount: formatMoney(usageSeries(data, 'discount').total, data.currency), days: lastMonthDays },
    ),
    { bold, muted },
  )
}

const bold = (words: ReactNode) => <span className="font-semibold">{words}</span>

const muted = (words: ReactNode) => <span className="text-muted">{words}</span>
