import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment, searchText, FileReply } from './fields.ts'
import { t } from './i18n.ts'

export const CustomerRow = z.object({
  id: Id,
  /** Null once it is erased, like the other fields. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  orderCount: z.int(),
  /** Orders that are still on their way to the customer. */
  openOrders: z.int(),
  lastOrderAt: Moment.nullable(),
  erasedAt: Moment.nullable(),
  /** Why the data cannot be erased now; null when they can. */
  eraseObstacle: z.string().nullable(),
})
export type CustomerRow = z.output<typeof CustomerRow>

const ByCustomer = z.strictObject({ customerId: Id })

export const privacyApi = {
  find: endpoint({
    method: 'GET',
    path: '/api/privacy/customers',
    searchPath: '/api/privacy/customers/search',
    summary: 'The customer behind an email address or order number',
    access: 'ops',
    scope: 'company',
    query: z.strictObject({ search: searchText.min(1, t('Enter an email address or order number')) }),
    reply: z.array(CustomerRow),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/privacy/customers/:customerId/export',
    summary: 'All that is kept about one customer, as a file for them',
    needsRecentSignIn: true,
    access: 'ops',
    scope: 'company',
    params: ByCustomer,
    reply: FileReply,
  }),
  erase: endpoint({
    method: 'POST',
    path: '/api/privacy/customers/:customerId/erase',
    summary: 'Erase one customer’s personal data everywhere, keeping the figures',
    needsRecentSignIn: true,
    access: 'ops',
    scope: 'company',
    params: ByCustomer,
    reply: CustomerRow,
  }),
}
