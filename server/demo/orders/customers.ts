import type { OrderData } from '#contract/intake.ts'
import { createRandom } from '../random.ts'
import { firstNames, lastNames, streets } from './names.ts'
import { pick } from './pick.ts'
import { towns, type Town } from './places.ts'

export type DemoCustomer = {
  person: NonNullable<OrderData['customer']>
  address: OrderData['shippingAddress']
  place: Town
}

/** Names under which nobody gets mail, and numbers that nobody has: both are set aside for examples. */
const mailboxes = ['example.com', 'example.net', 'example.org']

/** The customer of that number; the same one however often it is asked for. */
export function customerOf(number: number): DemoCustomer {
  const random = createRandom(`${number} is a customer`)
  const [firstName, lastName] = [pick(random, firstNames), pick(random, lastNames)]
  const place = pick(random, towns)
  const { city, state, postalCode, area } = place
  const line2 = random.fraction() < 0.22 ? `Apt ${random.between(1, 24)}` : null
  return {
    place,
    person: {
      email: `${firstName}.${lastName}${number}@${pick(random, mailboxes)}`.toLowerCase(),
      firstName,
      lastName,
      phone: random.fraction() < 0.8 ? `+1${area}55501${String(random.between(0, 99)).padStart(2, '0')}` : null,
    },
    address: {
      recipientName: `${firstName} ${lastName}`,
      line1: `${random.between(11, 4899)} ${pick(random, streets)}`,
      line2,
      city,
      state,
      postalCode,
      country: 'US',
    },
  }
}
