import Package from 'lucide-react/icons/package'
import { Link } from 'wouter'
import { Button } from '#web/ui/button.tsx'
import { buttonVariants } from '#web/ui/button-variants.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { ListingFilter } from './use-listing-filter.ts'

export function NoListings({ filter }: { filter: ListingFilter }) {
  if (filter.description) {
    return (
      <EmptyState icon={<Package />} action={<Button onClick={filter.clear}>Clear Filters</Button>}>
        No SKU matches {filter.description}.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Package />}
      action={
        <Link href="/products" className={buttonVariants()}>
          Go to Products
        </Link>
      }
    >
      There are no SKUs yet. Once your products have some, this says how each stands on the channel.
    </EmptyState>
  )
}
