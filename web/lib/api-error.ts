import { type FieldError, type Problem, problemTypes } from '#contract/errors.ts'
import { t } from '#contract/i18n.ts'
import type { RiskQuestion } from '#contract/risky-values.ts'

/** Error of a call that the server refused. `message` is for logs, `detail` is shown to people. */
export class ApiError extends Error {
  readonly status: number
  readonly detail: string
  readonly fields: readonly FieldError[]
  /** The call works after a new sign-in. */
  readonly needsSignIn: boolean
  /** The call works after these changes are confirmed. */
  readonly risks: RiskQuestion | null

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    const problem = readProblem(body)
    this.status = status
    this.detail = problem?.detail ?? defaultMessage(status)
    this.fields = problem?.errors ?? []
    this.needsSignIn = status === 403 && problem?.type === problemTypes.signInAgain
    this.risks = (problem?.type === problemTypes.confirmRisks && problem.risks) || null
  }
}

/** Message to show for any failed call, including a lost connection. */
export function errorMessage(error: unknown): string {
  return error instanceof ApiError ? error.detail : t('Lockstep can’t be reached. Check your connection and try again.')
}

function readProblem(body: string): Partial<Problem> | null {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' ? parsed : null
  } catch {
    return null
  }
}

function defaultMessage(status: number): string {
  if (status === 401) return t('You are signed out. Sign in and try again.')
  if (status === 403) return t('Your role doesn’t allow this. Ask an admin if you need it.')
  if (status === 404) return t('This no longer exists. Reload the page.')
  if (status === 429) return t('Too many requests in a short time. Wait a minute and try again.')
  return t('Something went wrong on our side. Nothing was changed. Try again in a moment.')
}
