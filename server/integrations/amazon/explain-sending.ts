import type { Destination } from '#server/ports/fulfillment.ts'
import { Rejected } from '#server/ports/failure.ts'
import { Unsendable } from './operations/unsendable.ts'

/** Why an order can't be sent, in words that may be shown and kept. */
export function explainSending(error: unknown, destination: Destination): unknown {
  if (error instanceof Unsendable) return isAboutAddress(error) ? badAddress(error) : error
  if (!(error instanceof Rejected) || error.whoActs) return error
  return new Rejected(withoutAddress(error.message, destination), error.code ? { code: error.code } : {})
}

const isAboutAddress = ({ fields }: Unsendable) =>
  fields.every((field) => /^(?:address|destinationAddress)\b/.test(field))

const badAddress = ({ message }: Unsendable) =>
  new Rejected(message, {
    code: 'bad_address',
    whoActs: 'you',
    remedy: 'Correct the address and send the order again.',
  })

/** Amazon's own words can repeat where the customer lives, which is nobody's business but the carrier's. */
function withoutAddress(text: string, { name, line1, line2, city, postalCode, phone }: Destination): string {
  const parts = [name, line1, line2, city, postalCode, phone].flatMap((part) => part?.trim() || [])
  return parts.reduce((rest, part) => rest.replaceAll(part, '…'), text)
}
