import type { ComponentProps } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useUrlDetail } from '#web/shared/use-url-detail.ts'

export const behindParam = 'behind'

type OrdersBehindLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { mark: string }

/** Opens the orders that make a figure or a row, beside the report. */
export function OrdersBehindLink({ mark, ...face }: OrdersBehindLinkProps) {
  const [params] = useSearchParams()
  const { open } = useUrlDetail(behindParam)
  const query = new URLSearchParams(params)
  query.set(behindParam, mark)
  return (
    <Link
      {...face}
      href={`/reports?${query}`}
      onClick={(event) => {
        event.preventDefault()
        open(mark)
      }}
    />
  )
}
