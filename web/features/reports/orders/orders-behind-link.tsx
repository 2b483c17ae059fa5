import type { ComponentProps } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useUrlDetail } from '#web/shared/use-url-detail.ts'

export const drillDownParam = 'behind'

type DrillDownLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { drillDownKey: string }

/** Opens the orders that make a figure or a row, beside the report. */
export function DrillDownLink({ drillDownKey, ...face }: DrillDownLinkProps) {
  const [params] = useSearchParams()
  const { open } = useUrlDetail(drillDownParam)
  const query = new URLSearchParams(params)
  query.set(drillDownParam, drillDownKey)
  return (
    <Link
      {...face}
      href={`/reports?${query}`}
      onClick={(event) => {
        event.preventDefault()
        open(drillDownKey)
      }}
    />
  )
}
