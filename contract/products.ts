import { z } from 'zod'
import { channelTypes, listingSyncStatuses } from './channel-values.ts'
import { endpoint } from './endpoint.ts'
import { Id, line, Moment, optionalText, searchText, ExportFormat, FileReply } from './fields.ts'
import { t } from './i18n.ts'
import { productImageRule } from './images.ts'
import { stockHolders } from './inventory.ts'
import { Money, optionalPrice } from './money.ts'
import { PageQuery, sortBy, type SortOf } from './paging.ts'
import { withDecimalPoint } from './parse-number.ts'
import { Quantities, quantityNumber, stockStatuses } from './stock-status.ts'
import { dimensionUnits, weightUnits } from './units.ts'

export const ProductRow = z.object({
  id: Id,
  title: z.string(),
  brand: z.string(),
  category: z.string(),
  description: z.string(),
  isActive: z.boolean(),
  skuCount: z.int(),
  /** Units available of its active SKUs, and their lowest and highest price. */
  qtyAvailable: z.int(),
  priceFrom: Money.nullable(),
  priceTo: Money.nullable(),
  /** The uploaded picture, else the first image. */
  imageUrl: z.string().nullable(),
})
export type ProductRow = z.output<typeof ProductRow>

const text = (label: string, max: number) =>
  optionalText(label, max)
    .transform((value) => value ?? '')
    .optional()

export const ImageUrl = z
  .url({ protocol: /^https$/, error: t('Enter an address that starts with https://') })
  .max(2_000, t('The address must be 2,000 characters or fewer'))

const productFields = {
  title: line(t('Title'), 500),
  description: text(t('Description'), 5_000),
  brand: text(t('Brand'), 200),
  category: text(t('Category'), 200),
  images: z.array(ImageUrl).max(20, t('Up to 20 images')).optional(),
  isActive: z.boolean().optional(),
}

/** Optimistic locking: `version` is the one that was read; if the product has changed since, nothing is written. */
const ProductChange = z.strictObject({
  ...productFields,
  title: productFields.title.optional(),
  version: z.int(),
})

export const Dimensions = z.strictObject({
  length: z.number().positive().max(100_000),
  width: z.number().positive().max(100_000),
  height: z.number().positive().max(100_000),
  unit: z.enum(dimensionUnits),
})
export type Dimensions = z.output<typeof Dimensions>

export const SkuRow = Quantities.extend({
  id: Id,
  sku: z.string(),
  asin: z.string().nullable(),
  fnsku: z.string().nullable(),
  title: z.string().nullable(),
  price: Money.nullable(),
  compareAtPrice: Money.nullable(),
  cost: Money.nullable(),
  weight: z.string().nullable(),
  weightUnit: z.enum(weightUnits),
  dimensions: Dimensions.nullable(),
  packageQuantity: z.int(),
  shippingTemplate: z.string().nullable(),
  isHazmat: z.boolean(),
  prepInstructions: z.string().nullable(),
  isActive: z.boolean(),
  stockHolder: z.enum(stockHolders),
  safetyBuffer: z.int(),
  lastAmazonSync: Moment.nullable(),
  version: z.int(),
  status: z.enum(stockStatuses),
})
export type SkuRow = z.output<typeof SkuRow>

/** Rejects invisible characters, which texts copied from web pages often contain: two codes that look the same would be two SKUs. */
export const skuCode = line('SKU', 100).regex(/^\P{Cf}*$/u, t('SKU has an invisible character. Retype it'))

export const asinCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{10}$/, t('ASIN must be ten letters or digits, such as B0C1234567'))

const weight = z
  .string()
  .trim()
  .nullish()
  .transform((typed) => typed || null)
  .pipe(
    z
      .string()
      .overwrite(withDecimalPoint)
      .regex(/^\d{1,5}(?:\.\d{1,3})?$/, t('Weight must be a number such as 1.250, up to 99,999.999'))
      .nullable(),
  )

const skuFields = {
  asin: z
    .string()
    .trim()
    .nullish()
    .transform((typed) => typed || null)
    .pipe(asinCode.nullable())
    .optional(),
  title: optionalText(t('Title'), 500).optional(),
  price: optionalPrice(t('Price')).optional(),
  compareAtPrice: optionalPrice(t('Compare-at price')).optional(),
  cost: optionalPrice(t('Cost')).optional(),
  weight: weight.optional(),
  weightUnit: z.enum(weightUnits).optional(),
  dimensions: Dimensions.nullable().optional(),
  packageQuantity: z
    .int(t('Pack quantity must be a whole number'))
    .min(1, t('Pack quantity must be at least 1'))
    .max(100_000, t('Pack quantity must be 100,000 or less'))
    .optional(),
  shippingTemplate: optionalText(t('Shipping template'), 200).optional(),
  isHazmat: z.boolean().optional(),
  prepInstructions: optionalText(t('Prep instructions'), 2_000).optional(),
  isActive: z.boolean().optional(),
  safetyBuffer: z
    .int(t('Safety buffer must be a whole number'))
    .min(0, t('Safety buffer can’t be negative'))
    .max(1_000_000, t('Safety buffer must be 1,000,000 or less'))
    .optional(),
}

export const SkuInput = z.strictObject({ sku: skuCode, ...skuFields })

/** A SKU that is added with its product; `quantity` is its first count. */
const NewProductSku = z.strictObject({
  sku: skuCode,
  price: skuFields.price,
  quantity: quantityNumber.optional(),
})
export type NewProductSku = z.output<typeof NewProductSku>

export const ProductInput = z.strictObject({
  ...productFields,
  skus: z.array(NewProductSku).max(50, t('Up to 50 SKUs at a time')).optional(),
})
export const SkuChange = z.strictObject({ sku: skuCode.optional(), ...skuFields, version: z.int() })

export const ListingRow = z.object({
  channelId: Id,
  channelName: z.string(),
  channelType: z.enum(channelTypes),
  skuId: Id,
  sku: z.string(),
  price: Money.nullable(),
  isVisible: z.boolean(),
  syncStatus: z.enum(listingSyncStatuses),
  syncError: z.string().nullable(),
  lastSyncedAt: Moment.nullable(),
})
export type ListingRow = z.output<typeof ListingRow>

export const ProductDetail = ProductRow.extend({
  uploadedImageUrl: z.string().nullable(),
  tags: z.array(z.string()),
  images: z.array(z.string()),
  amazonImages: z.array(z.string()),
  bulletPoints: z.array(z.string()),
  lastAmazonSync: Moment.nullable(),
  createdAt: Moment,
  updatedAt: Moment,
  version: z.int(),
  skus: z.array(SkuRow),
  listings: z.array(ListingRow),
})
export type ProductDetail = z.output<typeof ProductDetail>

const CellValue = z.union([z.string(), z.number(), z.boolean(), z.null()])
/** A field before and after a change; lists and objects as text. */
export const FieldChange = z.object({ field: z.string(), before: CellValue, after: CellValue })
export type FieldChange = z.output<typeof FieldChange>

/** `about` is the SKU code if the entry is about one; `changeSetId` is set for bulk changes. */
export const ProductHistoryEntry = z.object({
  id: z.string(),
  at: Moment,
  actorName: z.string(),
  action: z.string(),
  about: z.string().nullable(),
  changeSetId: Id.nullable(),
  changes: z.array(FieldChange),
})
export type ProductHistoryEntry = z.output<typeof ProductHistoryEntry>

const ProductFilter = z.strictObject({ search: searchText.optional() })

/** Columns by which the list can be sorted; it is newest first by default. */
export const productSorts = ['title', 'brand', 'category', 'skus', 'stock', 'price', 'status'] as const
export type ProductSort = SortOf<(typeof productSorts)[number]>

export const ProductQuery = PageQuery.extend({ ...ProductFilter.shape, sort: sortBy(productSorts) })
export type ProductQuery = z.output<typeof ProductQuery>

const ProductParams = z.strictObject({ productId: Id })
const SkuParams = z.strictObject({ productId: Id, skuId: Id })

export const productsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/products',
    summary: 'Products, newest first if no other order is asked for; `search` looks into title, brand and category',
    access: 'readonly',
    scope: 'company',
    query: ProductQuery,
    reply: z.array(ProductRow),
    paged: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/products',
    summary: 'Add a product, with SKUs and their stock',
    access: 'ops',
    scope: 'company',
    body: ProductInput,
    reply: ProductRow,
    status: 201,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/products/export',
    summary: 'Products with their SKUs, as a file',
    access: 'ops',
    scope: 'company',
    query: ProductFilter.extend({ format: ExportFormat }),
    reply: FileReply,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/products/:productId',
    summary: 'One product with its SKUs and listings',
    access: 'readonly',
    scope: 'company',
    params: ProductParams,
    reply: ProductDetail,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/products/:productId',
    summary: 'Change a product; deactivating or activating it does the same to its SKUs',
    access: 'ops',
    scope: 'company',
    params: ProductParams,
    body: ProductChange,
    reply: ProductDetail,
  }),
  uploadImage: endpoint({
    method: 'PUT',
    path: '/api/products/:productId/image',
    summary: 'Upload the picture of a product, a PNG, JPEG or WebP; only people of the company see it',
    access: 'ops',
    scope: 'company',
    params: ProductParams,
    takesFile: true,
    maxBodyBytes: productImageRule.maxBytes,
    reply: ProductDetail,
  }),
  removeImage: endpoint({
    method: 'DELETE',
    path: '/api/products/:productId/image',
    summary: 'Remove the uploaded picture',
    access: 'ops',
    scope: 'company',
    params: ProductParams,
    reply: ProductDetail,
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/products/:productId/history',
    summary: 'What was changed on a product and its SKUs, newest first',
    access: 'readonly',
    scope: 'company',
    params: ProductParams,
    query: PageQuery,
    reply: z.array(ProductHistoryEntry),
    paged: true,
  }),
  createSku: endpoint({
    method: 'POST',
    path: '/api/products/:productId/skus',
    summary: 'Add a SKU to a product',
    access: 'ops',
    scope: 'company',
    params: ProductParams,
    body: SkuInput,
    reply: SkuRow,
    status: 201,
  }),
  updateSku: endpoint({
    method: 'PATCH',
    path: '/api/products/:productId/skus/:skuId',
    summary: 'Change, deactivate or activate a SKU',
    access: 'ops',
    scope: 'company',
    params: SkuParams,
    body: SkuChange,
    reply: SkuRow,
  }),
}
