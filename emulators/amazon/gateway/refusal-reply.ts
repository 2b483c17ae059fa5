import { jsonReply, type Reply } from '../http/reply.ts'
import { Refusal } from '../refusal.ts'

export function refusalReply({ status, code, message, details }: Refusal, headers: Record<string, string> = {}): Reply {
  return jsonReply(status, { errors: [{ code, message, details: details ?? '' }] }, headers)
}

export const quotaExceeded = () =>
  new Refusal(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.')

export const internalFailure = (status = 500) =>
  new Refusal(status, 'InternalFailure', 'We encountered an internal error. Please try again.')
