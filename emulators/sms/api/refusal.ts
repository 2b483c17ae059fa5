import { jsonReply, type Reply } from '../../http/reply.ts'

/** Twilio's way of saying no: a number of its own for each cause. */
export class Refusal extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export function refusalReply({ status, code, message }: Refusal, headers: Record<string, string> = {}): Reply {
  return jsonReply(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }, headers)
}

export const unknownLogin = () => new Refusal(401, 20_003, 'Authenticate')
export const tooManyRequests = () => new Refusal(429, 20_429, 'Too Many Requests')
export const noMobile = (to: string) => new Refusal(400, 21_614, `'To' number is not a valid mobile number: ${to}`)
export const unsubscribed = () => new Refusal(400, 21_610, 'Attempt to send to unsubscribed recipient')
