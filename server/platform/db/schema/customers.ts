import { sql } from 'drizzle-orm'
import { boolean, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment, timestamps } from './columns.ts'
import { companyTable, linkTo } from './company-table.ts'

/** `email` and `phone` are encrypted; the keyed hashes beside them find a returning customer, and whom somebody searches for. */
export const customers = companyTable(
  'customers',
  {
    email: text('email'),
    emailHash: text('email_hash'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    phone: text('phone'),
    phoneHash: text('phone_hash'),
    erasedAt: moment('erased_at'),
    /** When the first order was placed, cancelled ones included; maintained by a trigger. */
    firstOrderAt: moment('first_order_at'),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('customers_email_hash').on(table.companyId, table.emailHash),
    index('customers_phone_hash')
      .on(table.companyId, table.phoneHash)
      .where(sql`${table.phoneHash} is not null`),
    index('customers_first_order').on(table.companyId, table.firstOrderAt),
  ],
)

/** `line1` and `line2` are encrypted. */
export const customerAddresses = companyTable(
  'customer_addresses',
  {
    customerId: uuid('customer_id').notNull(),
    recipientName: text('recipient_name'),
    line1: text('line1'),
    line2: text('line2'),
    city: text('city'),
    state: text('state'),
    postalCode: text('postal_code'),
    country: text('country'),
    isDefault: boolean('is_default').notNull().default(false),
    /** A keyed hash of the address, to reuse it for the customer's next order. */
    addressHash: text('address_hash'),
    ...timestamps(),
  },
  (table) => [
    ...linkTo(table.companyId, table.customerId, customers),
    uniqueIndex('customer_addresses_default')
      .on(table.companyId, table.customerId)
      .where(sql`${table.isDefault}`),
    uniqueIndex('customer_addresses_hash').on(table.companyId, table.customerId, table.addressHash),
  ],
)
