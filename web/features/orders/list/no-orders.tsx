import SearchX from 'lucide-react/icons/search-x'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { Link } from 'wouter'
import { buttonVariants } from '#web/ui/button-variants.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** `filter` is what the list was narrowed to, in words. */
export function NoOrders({ filter, onClear }: { filter: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={filter ? <SearchX /> : <ShoppingCart />}
      action={
        filter ? (
          <div className="grid justify-items-center gap-3">
            <p className="wrap-anywhere text-muted">Nothing matches {filter}.</p>
            <Button onClick={onClear}>Show all orders</Button>
          </div>
        ) : (
          <Link href="/channels" className={buttonVariants()}>
            See your channels
          </Link>
        )
      }
    >
      No orders found. Orders will appear here when they are received from your channels.
    </EmptyState>
  )
}
