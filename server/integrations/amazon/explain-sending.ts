import type { ShipToAddress } from '#server/ports/fulfillment.ts'
import { Rejected } from '#server/ports/failure.ts'
import { InvalidRequest } from './operations/unsendable.ts'

/** Why an order can't be sent, in words that may be shown and kept. */
export function toSubmissionFailure(error: unknown, destination: ShipToAddress): unknown {
  if (error instanceof InvalidRequest) return isAboutAddress(error) ? badAddressError(error) : error
  if (!(error instanceof Rejected) || error.whoActs) return error
  return new Rejected(redactAddress(error.message, destination), error.code ? { code: error.code } : {})
}

const isAboutAddress = ({ fields }: InvalidRequest) =>
  fields.every((field) => /^(?:address|destinationAddress)\b/.test(field))

const badAddressError = ({ message }: InvalidRequest) =>
  new Rejected(message, {
    code: 'bad_address',
    whoActs: 'you',
    remedy: 'Correct the address and send the order again.',
  })

/** Amazon's own words can repeat where the customer lives, which is nobody's business but the carrier's. */
function redactAddress(text: string, { name, line1, line2, city, postalCode, phone }: ShipToAddress): string {
  const parts = [name, line1, line2, city, postalCode, phone].flatMap((part) => part?.trim() || [])
  return parts.reduce((rest, part) => rest.replaceAll(part, '…'), text)
}
