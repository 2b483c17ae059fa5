import Package from 'lucide-react/icons/package'
import Plus from 'lucide-react/icons/plus'
import { Suspense, useState } from 'react'
import { type ProductRow, productsApi } from '#contract/products.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { ActiveBadge } from '#web/shared/badges.tsx'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { SearchBox } from '#web/shared/search-box.tsx'
import { useUrlDetail, useUrlDialog, useUrlSearch } from '#web/shared/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useProducts } from './api.ts'
import { ProductImage } from './product-image.tsx'

/** Parts that are not in the first load of the list, because they need the form library. */
const ProductDrawer = lazyPart(async () => (await import('./product-drawer.tsx')).ProductDrawer)
const CreateProductDialog = lazyPart(async () => (await import('./product-form.tsx')).CreateProductDialog)
const EditProductDialog = lazyPart(async () => (await import('./product-form.tsx')).EditProductDialog)

export function ProductsPage() {
  const { text, term, setText } = useUrlSearch('search')
  const detail = useUrlDetail('product', 'tab')

  return (
    <div className="grid gap-6">
      <PageHeader
        title="Products"
        subtitle="What you sell, with its SKUs, stock and listings"
        actions={
          <>
            <ExportMenu
              endpoint={productsApi.export}
              what={term ? `Products that match “${term}”` : 'All products with their SKUs'}
              inputFor={(format) => ({ search: term, format })}
            />
            <AddProduct />
          </>
        }
      />
      <SearchBox
        label="Search products"
        placeholder="Search by title, brand or category"
        text={text}
        onTextChange={setText}
        className="sm:max-w-sm"
      />
      <ProductList search={term} onClearSearch={() => setText('')} onView={detail.open} />
      <Suspense>
        {detail.id && (
          <ProductDrawer
            key={detail.id}
            productId={detail.id}
            tab={detail.inside}
            onTabChange={detail.choose}
            onClose={detail.close}
          />
        )}
      </Suspense>
    </div>
  )
}

function AddProduct() {
  const { isOpen, open, close } = useUrlDialog('product', productsApi.create.access)

  return (
    <>
      <PermittedButton
        access={productsApi.create.access}
        task="add products"
        variant="primary"
        onFocus={CreateProductDialog.preload}
        onPointerEnter={CreateProductDialog.preload}
        onClick={open}
      >
        <Plus aria-hidden />
        Add Product
      </PermittedButton>
      <Suspense>{isOpen && <CreateProductDialog onClose={close} />}</Suspense>
    </>
  )
}

type ProductListProps = { search: string; onClearSearch: () => void; onView: (productId: string) => void }

function ProductList({ search, onClearSearch, onView }: ProductListProps) {
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

/** Called when the pointer or the focus enters the list, so that the parts are there on click. */
function preloadProductParts(): void {
  ProductDrawer.preload()
  EditProductDialog.preload()
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

type ProductCardProps = { product: ProductRow; onView: () => void }

function ProductCard({ product, onView }: ProductCardProps) {
  const { id, title, brand, category, description, isActive, skuCount, imageUrl } = product
  const [isEditing, setIsEditing] = useState(false)
  return (
    <Card aria-labelledby={`product-${id}`} className="flex h-full flex-col gap-3 p-4">
      <div className="flex gap-3">
        <ProductImage url={imageUrl} title={title} className="size-18 shrink-0" />
        <div className="grid min-w-0 flex-1 content-start gap-1">
          <h2 id={`product-${id}`} className="line-clamp-3 font-semibold wrap-anywhere">
            {title}
          </h2>
          <p className="line-clamp-3 text-sm text-muted wrap-anywhere">
            {brand && <span>{brand}</span>}
            {brand && category && <span aria-hidden> · </span>}
            {category && <span>{category}</span>}
          </p>
          <p>
            <ActiveBadge isActive={isActive} />
          </p>
        </div>
      </div>
      {description && <p className="line-clamp-2 text-sm text-muted wrap-anywhere">{description}</p>}
      <div className="mt-auto flex flex-wrap items-center gap-2">
        <p className="flex-1 text-sm">{formatCount(skuCount, 'SKU')}</p>
        <Button size="small" aria-label={`View ${title}`} onClick={onView}>
          View
        </Button>
        <PermittedButton
          access={productsApi.update.access}
          task="change products"
          size="small"
          aria-label={`Edit ${title}`}
          onClick={() => setIsEditing(true)}
        >
          Edit
        </PermittedButton>
      </div>
      <Suspense>{isEditing && <EditProductDialog productId={id} onClose={() => setIsEditing(false)} />}</Suspense>
    </Card>
  )
}
