import Plus from 'lucide-react/icons/plus'
import { Suspense } from 'react'
import { productsApi } from '#contract/products.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { SearchBox } from '#web/shared/search-box.tsx'
import { useUrlDetail, useUrlDialog, useUrlSearch } from '#web/shared/url-state.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CreateProductDialog, ProductDrawer } from './lazy.ts'
import { ProductList } from './product-list.tsx'

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
              access={productsApi.export.access}
              what={term ? `Products that match “${term}”` : 'All products with their SKUs'}
              hrefFor={(format) => pathWithQuery(productsApi.export, { search: term, format })}
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
