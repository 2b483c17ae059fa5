import { randomBytes } from 'node:crypto'
import { jsonReply, type Reply } from '../http.ts'

type GraphErrorFields = { status: number; code: number; subcode?: number; type?: string; isTransient?: boolean }

/** An error reply of the Graph API, with a code for each cause. */
export class Refusal extends Error {
  readonly fields: GraphErrorFields
  readonly headers: Record<string, string>

  constructor(message: string, fields: GraphErrorFields, headers: Record<string, string> = {}) {
    super(message)
    this.fields = fields
    this.headers = headers
  }
}

export function refusalReply({ message, headers, fields }: Refusal): Reply {
  const { status, code, subcode, type = 'OAuthException', isTransient } = fields
  const error = {
    message: `(#${code}) ${message}`,
    type,
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    ...(isTransient === undefined ? {} : { is_transient: isTransient }),
    fbtrace_id: randomBytes(8).toString('base64url'),
  }
  return jsonReply(status, { error }, headers)
}

export const badParameter = (message: string) => new Refusal(message, { status: 400, code: 100 })

export const noSuchObject = (id: string) =>
  new Refusal(
    `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
    { status: 400, code: 100, subcode: 33, type: 'GraphMethodException' },
  )

export const badToken = () =>
  new Refusal('Error validating access token: the session has been invalidated.', {
    status: 401,
    code: 190,
    subcode: 460,
  })

export const noPermission = () =>
  new Refusal('Requires commerce_account_manage_orders permission to manage the object', { status: 403, code: 200 })

export const transientError = () =>
  new Refusal('An unexpected error has occurred. Please retry your request later.', {
    status: 500,
    code: 2,
    isTransient: true,
  })

/** Rate limit error; a header says for how many minutes. */
export function tooManyCalls(accountId: string, code: number, minutes: number): Refusal {
  const usage = {
    [accountId]: [
      {
        type: 'commerce',
        call_count: 100,
        total_cputime: 25,
        total_time: 25,
        estimated_time_to_regain_access: minutes,
      },
    ],
  }
  const message = 'There have been too many calls to this account. Wait a bit and try again.'
  return new Refusal(message, { status: 400, code }, { 'x-business-use-case-usage': JSON.stringify(usage) })
}
