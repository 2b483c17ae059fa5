import Package from 'lucide-react/icons/package'
import Plus from 'lucide-react/icons/plus'
import { Suspense, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import { type ProductRow, productsApi, productSorts } from '#contract/products.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { type ListSettings, ListSettingsBar, useListSettings } from '#web/shared/list/list-settings.tsx'
import { ListTable } from '#web/shared/list/list-table.tsx'
import type { ListColumn } from '#web/shared/list/table-view.tsx'
import { ActiveBadge } from '#web/shared/badges.tsx'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { ProductImage } from '#web/shared/product-image.tsx'
import { SearchBox } from '#web/shared/search-box.tsx'
import { useUrlDetail, useUrlDialog, useUrlSearch, useUrlSort } from '#web/shared/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useProducts } from './api.ts'

/** Parts that are not in the first load of the list, because they need the form library. */
const ProductDrawer = lazyPart(async () => (await import('./product-drawer.tsx')).ProductDrawer, { overlay: 'drawer' })
const CreateProductDialog = lazyPart(async () => (await import('./product-form.tsx')).CreateProductDialog)
const EditProductDialog = lazyPart(async () => (await import('./product-form.tsx')).EditProductDialog)

export function ProductsPage() {
  const { text, term, setText } = useUrlSearch('search')
  const detail = useUrlDetail('product', 'tab')
  const settings = useListSettings('products', productColumns)

  return (
    <div data-full-width={settings.isTable || undefined} className="grid gap-6">
      <PageHeader
        title={t('Products')}
        subtitle={t('What you sell, with SKUs, stock and listings')}
        actions={
          <>
            <ExportMenu
              endpoint={productsApi.export}
              what={term ? t('Products matching “{term}”', { term }) : t('All products with their SKUs')}
              inputFor={(format) => ({ search: term, format })}
            />
            <AddProduct />
          </>
        }
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SearchBox
          label={t('Search products')}
          placeholder={t('Search by title, brand or category')}
          text={text}
          onTextChange={setText}
          className="w-full sm:max-w-sm"
        />
        <ListSettingsBar settings={settings} />
      </div>
      <ProductList
        search={term}
        settings={settings}
        openId={detail.id}
        onClearSearch={() => setText('')}
        onView={detail.open}
      />
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
        task={t('add products')}
        variant="primary"
        onFocus={CreateProductDialog.preload}
        onPointerEnter={CreateProductDialog.preload}
        onClick={open}
      >
        <Plus aria-hidden />
        {t('Add Product')}
      </PermittedButton>
      <Suspense>{isOpen && <CreateProductDialog onClose={close} />}</Suspense>
    </>
  )
}

/** Those that can be sorted have the ids of `productSorts`. */
const productColumns: readonly ListColumn<ProductRow>[] = [
  { id: 'title', header: t('Product'), cell: (product) => <NameWithPicture product={product} />, isSortable: true },
  { id: 'brand', header: t('Brand'), cell: ({ brand }) => brand, isSortable: true },
  { id: 'category', header: t('Category'), cell: ({ category }) => category, isSortable: true },
  {
    id: 'description',
    header: t('Description'),
    cell: ({ description }) => <span className="line-clamp-1 max-w-96">{description}</span>,
    isHiddenAtFirst: true,
  },
  { id: 'skus', header: t('SKUs'), align: 'end', cell: ({ skuCount }) => formatNumber(skuCount), isSortable: true },
  {
    id: 'stock',
    header: t('Available'),
    align: 'end',
    cell: ({ qtyAvailable }) => formatNumber(qtyAvailable),
    isSortable: true,
    meaning: t('Available units of all active SKUs'),
  },
  {
    id: 'price',
    header: t('Price'),
    align: 'end',
    cell: priceText,
    isSortable: true,
    meaning: t('Prices of all active SKUs'),
  },
  { id: 'status', header: t('Status'), cell: ({ isActive }) => <ActiveBadge isActive={isActive} />, isSortable: true },
]

function priceText({ priceFrom, priceTo }: ProductRow): string {
  if (priceFrom === null || priceTo === null) return '—'
  return priceFrom === priceTo ? formatMoney(priceFrom) : `${formatMoney(priceFrom)} – ${formatMoney(priceTo)}`
}

function NameWithPicture({ product: { title, imageUrl } }: { product: ProductRow }) {
  return (
    <span className="flex items-center gap-3">
      <ProductImage url={imageUrl} title={title} className="size-8 shrink-0 text-xs" />
      <span className="min-w-0 wrap-anywhere">{title}</span>
    </span>
  )
}

const productName = ({ title }: ProductRow) => title

type ProductListProps = {
  search: string
  settings: ListSettings<ListColumn<ProductRow>>
  openId: string | null
  onClearSearch: () => void
  onView: (productId: string) => void
}

function ProductList({ search, settings, openId, onClearSearch, onView }: ProductListProps) {
  const { sort, setSort } = useUrlSort(productSorts)
  const products = useProducts({ search, sort: settings.isTable ? sort : undefined })
  return (
    <section aria-label={t('All products')}>
      <div onPointerEnter={preloadProductParts} onFocus={preloadProductParts}>
        <PagedList
          what={t('The products')}
          query={products}
          isBare
          empty={<NoProducts search={search} onClearSearch={onClearSearch} />}
        >
          {(rows) =>
            settings.isTable ? (
              <ListTable
                caption={t('Products')}
                columns={settings.shownColumns}
                rows={rows}
                rowName={productName}
                density={settings.density}
                sort={sort}
                onSort={setSort}
                openId={openId}
                onOpen={onView}
              />
            ) : (
              <ul aria-label={t('Products')} className="mb-4 grid gap-4 md:grid-cols-2 lg:grid-cols-3">
                {rows.map((product) => (
                  <li key={product.id} className="min-w-0">
                    <ProductCard product={product} onView={() => onView(product.id)} />
                  </li>
                ))}
              </ul>
            )
          }
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
    <EmptyState
      icon={<Package />}
      action={search ? <Button onClick={onClearSearch}>{t('Clear search')}</Button> : undefined}
    >
      <span className="mb-1 block font-semibold text-ink">{t('No products found')}</span>
      {search
        ? t('No title, brand or category contains “{search}”.', { search })
        : t('Add your first product, or import a list with Bulk Upload.')}
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
        <p className="flex-1 text-sm">{t('{skuCount, plural, one {# SKU} other {# SKUs}}', { skuCount })}</p>
        <Button size="small" aria-label={t('View {title}', { title })} onClick={onView}>
          {t('View')}
        </Button>
        <PermittedButton
          access={productsApi.update.access}
          task={t('change products')}
          size="small"
          aria-label={t('Edit {title}', { title })}
          onClick={() => setIsEditing(true)}
        >
          {t('Edit')}
        </PermittedButton>
      </div>
      <Suspense>{isEditing && <EditProductDialog productId={id} onClose={() => setIsEditing(false)} />}</Suspense>
    </Card>
  )
}
