import { sql } from 'drizzle-orm'
import { mayHaveBeenSentMessage } from '#server/features/notifications/sending/claim-message.ts'

/** What is to be taken in yet must stay readable; `e` is the delivery. */
export const isNotWaiting = sql`(e.is_processed or e.error is not null or not e.is_verified)`

const erasedBefore = 'The customer’s data were erased before it was sent.'

/** One that was still to be sent has nobody to go to any more; of one that was being sent nobody knows whether it did. */
export const erasedMessage = sql`
  recipient = '', recipient_hash = null, message = '', template_data = null,
  subject = case when subject is not null then '' end,
  error = case
    when status not in ('pending', 'held') then null
    when attempted_at is null then ${erasedBefore}
    else ${mayHaveBeenSentMessage} end,
  status = case
    when status not in ('pending', 'held') then status
    when attempted_at is null then 'skipped'
    else 'failed' end`

export const erasedCustomer = sql`email = null, email_hash = null, first_name = null, last_name = null, phone = null`

/** The country stays, for reports by country. */
export const erasedAddress = sql`
  recipient_name = null, line1 = null, line2 = null, city = null, state = null, postal_code = null,
  address_hash = null, is_default = false`
