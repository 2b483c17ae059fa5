import { z } from 'zod'
import { assertCatalog, type Operation, readBody } from '../graph/operation.ts'
import { badParameter } from '../refusal.ts'
import { type Batch, type ItemError, type ItemRequest, type MetaState, nextId, type Shop } from '../state.ts'

const price = z.string().regex(/^\d+\.\d{2} [A-Z]{3}$/, 'must look like 9.99 USD')

const webUrl = z.url({ protocol: /^https?$/ })

/** The fields of Meta that Lockstep uses; any other is refused as a typo. */
const ItemData = z.strictObject({
  id: z.string().min(1).max(100),
  title: z.string().max(200).optional(),
  description: z.string().max(9_999).optional(),
  availability: z.enum(['in stock', 'out of stock', 'preorder', 'available for order', 'discontinued']).optional(),
  condition: z.enum(['new', 'refurbished', 'used']).optional(),
  price: price.optional(),
  sale_price: price.or(z.literal('')).optional(),
  link: webUrl.optional(),
  image_link: webUrl.optional(),
  additional_image_link: z.array(webUrl).max(20).optional(),
  brand: z.string().max(100).optional(),
  product_type: z.string().max(750).optional(),
  item_group_id: z.string().optional(),
  quantity_to_sell_on_facebook: z.int().min(0).optional(),
  visibility: z.enum(['published', 'hidden']).optional(),
})

const BatchBody = z.strictObject({
  item_type: z.literal('PRODUCT_ITEM'),
  allow_upsert: z.boolean().default(true),
  requests: z
    .array(
      z.strictObject({
        method: z.enum(['CREATE', 'UPDATE', 'DELETE']),
        data: z.looseObject({ id: z.string().min(1) }),
      }),
    )
    .min(1)
    .max(5_000),
})

/** Accepts a batch. Invalid items are reported at once, other errors after processing. */
export const itemsBatch: Operation = {
  name: 'items_batch',
  method: 'POST',
  path: '/:version/:id/items_batch',
  answer(call) {
    assertCatalog(call)
    const { allow_upsert: allowUpsert, requests } = readBody(BatchBody, call)
    const validated = requests.map((request) => ({ request, wrong: validateItem(request) }))
    const handle = `Acz${nextId(call.state)}`
    call.shop.batches.push({
      handle,
      requests: validated.filter(({ wrong }) => wrong === null).map(({ request }) => request),
      allowUpsert,
      doneAt: new Date(call.now.getTime() + call.state.batchSeconds * 1000).toISOString(),
      errors: null,
    })
    const validation_status = validated.flatMap(({ request, wrong }) =>
      wrong === null ? [] : [{ retailer_id: request.data.id, errors: [{ message: wrong }], warnings: [] }],
    )
    return { handles: [handle], ...(validation_status.length > 0 ? { validation_status } : {}) }
  },
}

function validateItem({ data }: ItemRequest): string | null {
  const [issue] = ItemData.safeParse(data).error?.issues ?? []
  return issue ? `Invalid value for ${issue.path.join('.') || 'the item'}: ${issue.message}` : null
}

export const batchStatus: Operation = {
  name: 'check_batch_request_status',
  method: 'GET',
  path: '/:version/:id/check_batch_request_status',
  answer(call) {
    assertCatalog(call)
    const handle = call.query.get('handle')
    const batch = call.shop.batches.find((one) => one.handle === handle)
    if (!batch) throw badParameter('Param handle is not the handle of a batch')
    const errors = batch.errors ?? []
    return {
      data: [
        {
          status: batch.errors === null ? 'started' : 'finished',
          errors_total_count: errors.length,
          errors,
          warnings: [],
          ids_of_invalid_requests:
            call.query.get('load_ids_of_invalid_requests') === 'true' ? errors.map(({ id }) => id) : [],
        },
      ],
    }
  },
}

const requiredFields = ['title', 'description', 'availability', 'condition', 'price', 'link', 'image_link', 'brand']

export function processBatches({ shops }: MetaState, now: Date): void {
  for (const shop of shops) {
    for (const batch of shop.batches) {
      if (batch.errors === null && Date.parse(batch.doneAt) <= now.getTime()) processBatch(shop, batch)
    }
  }
}

function processBatch(shop: Shop, batch: Batch): void {
  batch.errors = batch.requests.flatMap((request, line): ItemError[] => {
    const message = applyItemRequest(shop, request, batch.allowUpsert)
    return message === null ? [] : [{ line, id: request.data.id, message }]
  })
  // Processed requests are not saved in the state file.
  batch.requests = []
}

/** Returns the error, or null on success. */
function applyItemRequest(shop: Shop, { method, data }: ItemRequest, allowUpsert: boolean): string | null {
  const found = shop.items.find(({ id }) => id === data.id)
  if (method === 'DELETE') {
    shop.items = shop.items.filter(({ id }) => id !== data.id)
    return found ? null : notFoundMessage(data.id)
  }
  if (method === 'UPDATE' && !found && !allowUpsert) return notFoundMessage(data.id)
  const whole = { ...found?.data, ...data }
  const missing = requiredFields.find((field) => !whole[field])
  if (missing) return `Invalid value: You cannot create a product item without required field ${missing}`
  if (found) found.data = whole
  else shop.items.push({ id: data.id, data: whole })
  return null
}

const notFoundMessage = (id: string) => `Item with id ${id} does not exist in the catalog`
