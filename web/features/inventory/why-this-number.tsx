import type { StockDetail, StockExplanation } from '#contract/inventory.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { HoldList } from './hold-list.tsx'
import { SafetyBuffer } from './safety-buffer.tsx'
import { stockSourceLabels } from './stock-sources.ts'
import { SumLine } from './sum-line.tsx'

/** The quantities as a sum on paper: every line follows from the lines above it. */
export function WhyThisNumber({ detail }: { detail: StockDetail }) {
  const { why, holds, qtyReserved, qtyInbound } = detail
  return (
    <DrawerSection title="Why this number">
      <dl className="overflow-hidden rounded-lg border">
        <SumLine label="Last count" value={why.counted}>
          <CountOrigin why={why} />
        </SumLine>
        <SumLine sign="−" label="Held for orders" value={why.held}>
          {holds.length > 0 ? <HoldList holds={holds} /> : 'No order holds units.'}
        </SumLine>
        <SumLine sign="=" label="Available" value={why.available}>
          {shortfall(why.counted - why.held)}
        </SumLine>
        <SumLine sign="−" label="Safety buffer" value={why.buffer}>
          <SafetyBuffer detail={detail} />
        </SumLine>
        <SumLine sign="=" label="Sellable" value={why.sellable}>
          {shortfall(why.available - why.buffer)}
        </SumLine>
      </dl>
      <dl className="overflow-hidden rounded-lg border">
        <SumLine label="Reserved" value={qtyReserved}>
          {formatNumber(why.countedReserved)} in the last count + {formatNumber(why.held)} held for orders
        </SumLine>
        <SumLine label="Inbound" value={qtyInbound}>
          On the way to Amazon at the last count
        </SumLine>
      </dl>
    </DrawerSection>
  )
}

function CountOrigin({ why: { source, readAt } }: { why: StockExplanation }) {
  if (!source || !readAt) return 'Nobody has counted yet.'
  return (
    <>
      {stockSourceLabels[source]}, <RelativeTime moment={readAt} />
    </>
  )
}

function shortfall(difference: number): string | null {
  return difference < 0 ? `${formatNumber(-difference)} short, so it counts as 0.` : null
}
