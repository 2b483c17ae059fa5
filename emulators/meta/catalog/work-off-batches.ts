import type { Shop, MetaState } from '../world.ts'
import type { Batch, ItemError, ItemRequest } from './catalog.ts'

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
  // What was done need not be kept on disk with every change after it.
  batch.requests = []
}

/** Says what is wrong, or null when it was done. */
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
