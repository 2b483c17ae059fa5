import { jsonReply, type Reply } from '../http.ts'

/** An error reply of SP-API: `{"errors": [{"code", "message", "details"}]}`. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly details: string | undefined

  constructor(status: number, code: string, message: string, details?: string) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export const invalidInput = (message: string) => new Refusal(400, 'InvalidInput', message)

export const denied = (details?: string) =>
  new Refusal(403, 'Unauthorized', 'Access to requested resource is denied.', details)

export const quotaExceeded = () =>
  new Refusal(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.')

export const internalFailure = (status = 500) =>
  new Refusal(status, 'InternalFailure', 'We encountered an internal error. Please try again.')

export function refusalReply({ status, code, message, details }: Refusal, headers: Record<string, string> = {}): Reply {
  return jsonReply(status, { errors: [{ code, message, details: details ?? '' }] }, headers)
}

export const expiredToken = () => denied('The access token you provided has expired.')
