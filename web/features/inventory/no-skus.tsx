import Boxes from 'lucide-react/icons/boxes'
import SearchX from 'lucide-react/icons/search-x'
import { Link } from 'wouter'
import { productsApi } from '#contract/products.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { buttonVariants } from '#web/ui/button-variants.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** `filter` is what the list was narrowed to, in words. */
export function NoSkus({ filter }: { filter: string }) {
  const { role } = useCurrentUser()
  if (filter) {
    return <EmptyState icon={<SearchX />}>No SKU matches {filter}. Clear Filters shows every SKU again.</EmptyState>
  }
  return (
    <EmptyState icon={<Boxes />} action={allows(productsApi.createSku.access, role) && <FirstSteps />}>
      No SKUs yet. Every active SKU appears here with its stock.
    </EmptyState>
  )
}

function FirstSteps() {
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <Link href="/products" className={buttonVariants()}>
        Add a product
      </Link>
      <Link href="/bulk-upload" className={buttonVariants()}>
        Upload a spreadsheet
      </Link>
    </div>
  )
}
