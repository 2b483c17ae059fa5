import Package from 'lucide-react/icons/package'
import { PagedList } from '#web/shared/paged-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useProducts } from './api.ts'
import { preloadProductParts } from './later-parts.ts'
import { ProductCard } from './product-card.tsx'

type ProductListProps = { search: string; onClearSearch: () => void; onView: (productId: string) => void }

export function ProductList({ search, onClearSearch, onView }: ProductListProps) {
  const products = useProducts({ search })
  return (
    <section aria-label="All products">
      <div onPointerEnter={preloadProductParts} onFocus={preloadProductParts}>
        <PagedList
          what="The products"
          query={products}
          isBare
          empty={<NoProducts search={search} onClearSearch={onClearSearch} />}
        >
          {(rows) => (
            <ul aria-label="Products" className="mb-4 grid gap-4 md:grid-cols-2 lg:grid-cols-3">
              {rows.map((product) => (
                <li key={product.id} className="min-w-0">
                  <ProductCard product={product} onView={() => onView(product.id)} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </section>
  )
}

function NoProducts({ search, onClearSearch }: Pick<ProductListProps, 'search' | 'onClearSearch'>) {
  return (
    <EmptyState icon={<Package />} action={search ? <Button onClick={onClearSearch}>Clear search</Button> : undefined}>
      <span className="mb-1 block font-semibold text-ink">No products found</span>
      {search
        ? `No title, brand or category contains “${search}”.`
        : 'Add Product makes the first one; Bulk Upload takes in a whole list.'}
    </EmptyState>
  )
}
