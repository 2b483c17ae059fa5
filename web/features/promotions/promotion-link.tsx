import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useUrlDetail } from '#web/shared/use-url-detail.ts'

type PromotionLinkProps = { promotionId: string; className?: string; children: ReactNode }

/** Opens the drawer beside the list, which stays as it is. */
export function PromotionLink({ promotionId, ...face }: PromotionLinkProps) {
  const [params] = useSearchParams()
  const { open } = useUrlDetail('promotion')
  const query = new URLSearchParams(params)
  query.set('promotion', promotionId)
  return (
    <Link
      {...face}
      href={`/promotions?${query}`}
      onClick={(event) => {
        event.preventDefault()
        open(promotionId)
      }}
    />
  )
}
