import { setQuantity } from '../orders/stock.ts'
import { amount } from '../orders/order-view.ts'
import { noRoute, noSuchProduct, Refusal, refusalBody } from '../refusal.ts'
import type { Product, Shop } from '../state.ts'
import * as check from './checks.ts'
import { idsIn, type Operation, type OperationCall, pageOf } from './operation.ts'

const price = (cents: number | null): string => (cents === null ? '' : amount(cents))

/** A variation whose product manages stock answers `parent`, and the product's quantity. */
function viewProduct(shop: Shop, product: Product) {
  const parent = shop.products.find(({ id }) => id === product.parentId)
  const managed = shop.managesStock && product.manageStock
  const quantity = managed === 'parent' ? (parent?.stockQuantity ?? null) : product.stockQuantity
  const isVariation = product.type === 'variation'
  return {
    id: product.id,
    parent_id: product.parentId,
    name: isVariation ? product.option : product.name,
    type: product.type,
    status: product.status,
    // A variation without a SKU of its own shows its product's.
    sku: product.sku || (parent?.sku ?? ''),
    global_unique_id: product.gtin,
    price: price(product.salePrice ?? product.regularPrice),
    regular_price: product.type === 'variable' ? '' : price(product.regularPrice),
    sale_price: price(product.salePrice),
    date_modified_gmt: product.modifiedAt,
    virtual: product.isVirtual,
    downloadable: false,
    manage_stock: managed,
    stock_quantity: quantity,
    stock_status: managed && (quantity ?? 0) <= 0 ? 'outofstock' : 'instock',
    backorders: product.backorders,
    attributes: isVariation ? [{ id: 0, name: 'Option', slug: 'option', option: product.option }] : [],
    ...(isVariation ? { image: null } : { images: [] }),
  }
}

const isVariation = ({ type }: Product): boolean => type === 'variation'

function listProducts({ shop, query }: OperationCall, products: readonly Product[]) {
  const include = idsIn(query.get('include'))
  const skus = query.get('sku')?.split(',')
  const [status, type] = [query.get('status') ?? 'any', query.get('type')]
  const found = products
    .filter(({ id }) => include.length === 0 || include.includes(id))
    .filter((product) => !skus || skus.includes(product.sku))
    .filter((product) => status === 'any' || product.status === status)
    .filter((product) => !type || product.type === type)
    .toSorted((one, other) => one.id - other.id)
  if (query.get('order') !== 'asc') found.reverse()
  return pageOf(found, query, (product) => viewProduct(shop, product))
}

/** Older versions list variations by product only. */
function listAllVariations(call: OperationCall) {
  if (Number.parseFloat(call.shop.version) < oldestWithVariations) throw noRoute()
  return listProducts(call, call.shop.products.filter(isVariation))
}

const oldestWithVariations = 10

const variationsOf = ({ shop, params }: OperationCall): Product[] =>
  shop.products.filter((product) => isVariation(product) && String(product.parentId) === params['id'])

const listQuery = {
  ...check.paging,
  orderby: check.oneOf('id', 'date', 'modified'),
  include: check.idList,
  sku: check.text,
  status: check.oneOf('any', 'publish', 'private', 'draft', 'pending', 'future', 'trash'),
}

const change = {
  stock_quantity: check.integer,
  manage_stock: check.oneOf(true, false, 'parent'),
  regular_price: check.money,
  sale_price: (value: unknown) => (value === '' ? null : check.money(value)),
}

type Change = {
  stock_quantity?: number
  manage_stock?: Product['manageStock']
  regular_price?: string
  sale_price?: string
}

const cents = (text: string): number => Math.round(Number(text) * 100)

/**
 * A quantity of a product whose stock is not managed is dropped without an error, and so is every quantity while the shop-wide switch is
 * off. A sale price over the regular one is dropped too.
 */
function applyChange({ shop, now }: OperationCall, product: Product, given: Change): void {
  if (shop.managesStock && given.manage_stock !== undefined) product.manageStock = given.manage_stock
  if (given.regular_price !== undefined) product.regularPrice = cents(given.regular_price)
  if (given.sale_price !== undefined) product.salePrice = given.sale_price === '' ? null : cents(given.sale_price)
  if ((product.salePrice ?? 0) >= product.regularPrice) product.salePrice = null
  if (shop.managesStock && product.manageStock === true && given.stock_quantity !== undefined) {
    setQuantity(shop, product, given.stock_quantity, 'API', now)
  }
}

const mostEntries = 100

type BatchBody = { update?: (Change & { id: number })[] }

function updateBatch(call: OperationCall, find: (id: number) => Product | Refusal) {
  const { update = [] }: BatchBody = call.body
  if (update.length > mostEntries) {
    throw new Refusal(
      413,
      'woocommerce_rest_request_entity_too_large',
      `Unable to accept more than ${mostEntries} items for this request.`,
    )
  }
  const answers = update.map(({ id, ...given }) => {
    const product = find(id)
    if (product instanceof Refusal) return { id, error: refusalBody(product) }
    applyChange(call, product, given)
    return viewProduct(call.shop, product)
  })
  return { data: update.length > 0 ? { update: answers } : {} }
}

function findProduct({ shop }: OperationCall, id: number): Product | Refusal {
  const product = shop.products.find((one) => one.id === id)
  if (!product) return noSuchProduct(400)
  if (!isVariation(product)) return product
  return new Refusal(
    404,
    'woocommerce_rest_invalid_product_id',
    'To manipulate product variations you should use the /products/&lt;product_id&gt;/variations/&lt;id&gt; endpoint.',
  )
}

const batchBody = check.shape({ update: check.listOf(check.shape({ id: check.integer }, change)) })

export const productOperations: Operation[] = [
  {
    name: 'products.list',
    method: 'GET',
    path: '/wc/v3/products',
    query: { ...listQuery, type: check.oneOf('simple', 'grouped', 'external', 'variable') },
    answer: (call) =>
      listProducts(
        call,
        call.shop.products.filter((product) => !isVariation(product)),
      ),
  },
  {
    name: 'products.batch',
    method: 'POST',
    path: '/wc/v3/products/batch',
    body: batchBody,
    answer: (call) => updateBatch(call, (id) => findProduct(call, id)),
  },
  {
    name: 'variations.list',
    method: 'GET',
    path: '/wc/v3/variations',
    query: listQuery,
    answer: listAllVariations,
  },
  {
    name: 'variations.listOfProduct',
    method: 'GET',
    path: '/wc/v3/products/:id/variations',
    query: listQuery,
    answer: (call) => listProducts(call, variationsOf(call)),
  },
  {
    name: 'variations.batch',
    method: 'POST',
    path: '/wc/v3/products/:id/variations/batch',
    body: batchBody,
    answer: (call) =>
      updateBatch(
        call,
        (id) =>
          variationsOf(call).find((one) => one.id === id) ??
          new Refusal(404, 'woocommerce_rest_product_variation_invalid_id', 'Invalid ID.'),
      ),
  },
]
