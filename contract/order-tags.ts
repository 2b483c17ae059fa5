import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, line } from './fields.ts'
import { t } from './i18n.ts'

export const tagColors = ['gray', 'teal', 'blue', 'green', 'amber', 'red'] as const
export type TagColor = (typeof tagColors)[number]

/** Tags of a company, and tags of one order. */
export const mostTags = 50
export const mostTagsOfOrder = 10

/** The most orders of which the tags are changed at once: those that can be selected on the screen. */
const mostTaggedAtOnce = 500

/** A company's own word for orders, such as "Gift" or "Call first". */
export const OrderTag = z.object({ id: Id, name: z.string(), color: z.enum(tagColors) })
export type OrderTag = z.output<typeof OrderTag>

const TagInput = z.strictObject({ name: line(t('Name'), 30), color: z.enum(tagColors) })
const ByTag = z.strictObject({ tagId: Id })
export const TagIds = z.array(Id).max(mostTags).default([])

const tagAccess = 'ops'

export const orderTagsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/order-tags',
    summary: 'The company’s tags for orders, by name',
    access: 'readonly',
    scope: 'company',
    reply: z.array(OrderTag),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/order-tags/counts',
    summary: 'How many orders have each tag; tags without orders are left out',
    access: 'readonly',
    scope: 'company',
    reply: z.array(z.object({ tagId: Id, orders: z.int() })),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/order-tags',
    summary: 'Add a tag',
    access: tagAccess,
    scope: 'company',
    body: TagInput,
    reply: OrderTag,
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/order-tags/:tagId',
    summary: 'Rename or recolor a tag',
    access: tagAccess,
    scope: 'company',
    params: ByTag,
    body: TagInput.partial(),
    reply: OrderTag,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/api/order-tags/:tagId/merge',
    summary: 'Give the orders of a tag, and the saved views that filter by it, another tag instead, and delete it',
    access: tagAccess,
    scope: 'company',
    params: ByTag,
    body: z.strictObject({ intoTagId: Id }),
    reply: OrderTag,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/order-tags/:tagId',
    summary: 'Delete a tag and remove it from its orders',
    access: tagAccess,
    scope: 'company',
    params: ByTag,
    reply: z.object({ id: Id }),
  }),
  tagOrders: endpoint({
    method: 'POST',
    path: '/api/order-tags/changes',
    summary: 'Add tags to orders and remove others; tags that are not named stay',
    access: tagAccess,
    scope: 'company',
    body: z.strictObject({
      orderIds: z
        .array(Id)
        .min(1, t('Choose at least one order'))
        .max(mostTaggedAtOnce, t('Choose up to {mostTaggedAtOnce} orders at a time', { mostTaggedAtOnce })),
      add: TagIds,
      remove: TagIds,
    }),
    reply: z.object({
      changed: z.int(),
      /** Numbers of orders that keep their tags because they would have more than 10. */
      full: z.array(z.string()),
    }),
  }),
}
