import Sheet from 'lucide-react/icons/sheet'
import { Link } from 'wouter'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { buttonVariants } from '#web/ui/button-variants.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function EmptySheet() {
  const canAdd = allows('ops', useCurrentUser().role)
  return (
    <Card>
      <EmptyState icon={<Sheet />} action={canAdd && <FirstSteps />}>
        There are no active SKUs yet. Add a product with its SKUs, or upload a file; each SKU then has a row here.
      </EmptyState>
    </Card>
  )
}

function FirstSteps() {
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <Link href="/products" className={buttonVariants({ variant: 'primary' })}>
        Add Product
      </Link>
      <Link href="/bulk-upload" className={buttonVariants()}>
        Bulk Upload
      </Link>
    </div>
  )
}
