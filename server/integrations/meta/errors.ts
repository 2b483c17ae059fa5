import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'

const ErrorBody = z.object({
  error: z.object({
    message: z.string().default(''),
    code: z.number().default(0),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional(),
    error_user_msg: z.string().optional(),
  }),
})
export type GraphError = z.output<typeof ErrorBody>['error']

const mostCharacters = 300

/** Reads the error of an answer. Meta can repeat what was sent, so secrets are replaced. */
export function parseError(body: unknown, secrets: readonly string[]): GraphError | null {
  const parsed = ErrorBody.safeParse(body)
  if (!parsed.success) return null
  const { error } = parsed.data
  const clean = (text: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text).slice(0, mostCharacters)
  return {
    ...error,
    message: clean(error.message),
    ...(error.error_user_msg ? { error_user_msg: clean(error.error_user_msg) } : {}),
  }
}

/** Error codes for rate limits: one per kind of limit (application, user, page, catalogue). */
const isThrottled = (code: number) => [4, 17, 32, 341, 613].includes(code) || (code >= 80_000 && code <= 80_014)
const isToken = (code: number) => code === 190 || code === 102
const isPermission = (code: number) => code === 10 || (code >= 200 && code < 300)
/** Codes that Meta documents as temporary. */
const isTransient = (code: number) => code === 1 || code === 2

export function toFailure(status: number, headers: Headers, error: GraphError | null): Error {
  const code = error?.code ?? 0
  if (isToken(code)) return new Unauthorized(say('Meta no longer accepts this access token. Enter a new one.'))
  if (isThrottled(code) || status === 429) {
    const seconds = retryAfterSeconds(headers)
    const wait = seconds === undefined ? {} : { retryAfterSeconds: seconds }
    return new Unavailable(say('Meta asks Lockstep to wait: too many requests in a short time.'), wait)
  }
  if (error?.is_transient || isTransient(code) || status >= 500 || !error) {
    return new Unavailable(say('Meta returned a temporary error ({code}).', { code: String(code || status) }))
  }
  return toRejected(error)
}

function toRejected({ code, error_subcode, error_user_msg, message }: GraphError): Rejected {
  if (isPermission(code)) {
    return new Rejected(
      say(
        'This access token lacks permission at Meta. Give the token permission to manage orders and the catalog, or create a new one.',
      ),
      { code: 'no_permission', whoActs: 'you' },
    )
  }
  if (code === 100 && error_subcode === 33) {
    return new Rejected(
      say(
        'Meta can’t find this, or hides it from this access token. Check the commerce account ID and the catalog ID.',
      ),
      { code: 'not_found', whoActs: 'you' },
    )
  }
  return new Rejected(
    say('Meta rejects this ({code}): {reason}', {
      code: String(code),
      reason: error_user_msg || message || say('no reason given'),
    }),
    { code: String(code) },
  )
}

const Usage = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number().optional() })))

/** The longest wait of `x-business-use-case-usage`, which Meta gives in minutes per account. */
function retryAfterSeconds(headers: Headers): number | undefined {
  const text = headers.get('x-business-use-case-usage')
  if (!text) return undefined
  try {
    const usage = Usage.parse(JSON.parse(text))
    const minutes = Object.values(usage).flatMap((uses) => uses.map((use) => use.estimated_time_to_regain_access ?? 0))
    const longest = Math.max(0, ...minutes)
    return longest > 0 ? longest * 60 : undefined
  } catch {
    return undefined
  }
}
