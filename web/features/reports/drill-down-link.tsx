import type { ComponentProps } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useUrlDetail } from '#web/shared/url-state.ts'

/** The URL parameter that opens the orders behind a figure. */
export const drillDownParam = 'behind'

type DrillDownLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { drillDownKey: string }

/** Opens the drawer with the orders behind a figure or a row. A real link, so that it can be opened in a new tab. */
export function DrillDownLink({ drillDownKey, ...link }: DrillDownLinkProps) {
  const [params] = useSearchParams()
  const { open } = useUrlDetail(drillDownParam)
  const query = new URLSearchParams(params)
  query.set(drillDownParam, drillDownKey)
  return (
    <Link
      {...link}
      href={`/reports?${query}`}
      onClick={(event) => {
        event.preventDefault()
        open(drillDownKey)
      }}
    />
  )
}
