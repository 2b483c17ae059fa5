import { z } from 'zod'
import { readBody, assertCatalog, type Operation } from '../graph/operation.ts'
import { nextId } from '../world.ts'
import type { ItemRequest } from './catalog.ts'

const price = z.string().regex(/^\d+\.\d{2} [A-Z]{3}$/, 'must look like 9.99 USD')
const webUrl = z.url({ protocol: /^https?$/ })

/** Those of Meta's fields that are used here; any other is a slip. */
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

/** What is plainly wrong is said at once; the rest is found out while the batch is worked off. */
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
