import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, line } from './fields.ts'
import { t } from './i18n.ts'
import { OrderFilter } from './orders.ts'

/** A named combination of filters; `isOwn` is false for those that a colleague shares. */
export const SavedView = z.object({
  id: Id,
  name: z.string(),
  filters: OrderFilter,
  isShared: z.boolean(),
  isOwn: z.boolean(),
  ownerName: z.string(),
})
export type SavedView = z.output<typeof SavedView>

const ViewInput = z.strictObject({ name: line(t('Name'), 60), filters: OrderFilter, isShared: z.boolean() })
const ByView = z.strictObject({ viewId: Id })

export const savedViewsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/saved-views',
    summary: 'The person’s own saved views of orders, and those that colleagues share',
    access: 'readonly',
    scope: 'company',
    reply: z.array(SavedView),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/saved-views',
    summary: 'Save a combination of filters under a name',
    access: 'ops',
    scope: 'company',
    body: ViewInput.extend({ isShared: z.boolean().default(false) }),
    reply: SavedView,
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/saved-views/:viewId',
    summary: 'Change your own view',
    access: 'ops',
    scope: 'company',
    params: ByView,
    body: ViewInput.partial(),
    reply: SavedView,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/saved-views/:viewId',
    summary: 'Delete your own view',
    access: 'ops',
    scope: 'company',
    params: ByView,
    reply: z.object({ id: Id }),
  }),
}
